import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import * as z from 'zod/mini'
import { fail } from '#shared/api/failure.ts'
import { replacedTextDays } from '#shared/replaced-text.ts'
import { writeAudit } from '#server/account/audit/write-audit.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import { topic } from '#server/platform/cache/topics.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { lockUntilCommit } from '#server/platform/db/with-lock.ts'
import type { Undo } from '#server/catalogue/editing/undo-edit.ts'

/**
 * A text file of a book in the version that an editor has seen; the version is the SHA-256 of the EPUB. A change of the
 * text fails if the file has another version by then.
 */
export interface SeenText {
  fileId: string
  version: string
}

/** SQL condition on `replaced_text`: the replaced text can still be restored. */
export const isRestorable = sql<boolean>`replaced_text.replaced_at > now() - make_interval(days => ${replacedTextDays})`

/**
 * Makes all writes of imported texts wait for each other until the transaction ends, on all nodes: if two editors
 * change the same text, the second change sees the result of the first.
 */
export async function lockTexts(db: Db) {
  await lockUntilCommit(db, 'import')
}

/**
 * Returns the imported text that an editor saw. Throws `conflict` if the text is no longer there, or if another text
 * has replaced it. Must run in the transaction that changes the text, after `lockTexts`.
 */
export async function requireSeen(db: Db, { fileId, version }: SeenText) {
  const found = await db
    .selectFrom('bookFile')
    .innerJoin('book', 'book.id', 'bookFile.bookId')
    .select(['bookFile.id', 'bookId', 'book.title as bookTitle', 'bookFile.sha256', 'countCharacters'])
    .select(['originalSha256', 'size', 'storageKey', 'rights', 'source', 'bookFile.language', 'bookFile.title'])
    .where('bookFile.id', '=', fileId)
    .where('convertedFrom', 'is', null)
    .where('originalSha256', 'is not', null)
    .executeTakeFirst()
  if (found === undefined) return fail('conflict', '这份正文刚被移除，什么也没有替换。请重新看看再决定')
  if (found.sha256 !== version)
    fail('conflict', `《${found.bookTitle}》的正文刚被换成了另一版，什么也没有替换。请重新看看有什么不同，再决定`)
  return found
}

/**
 * Before an import replaces the text of a file, stores that text, so that it can be restored. Only one former text is
 * stored for each file; an older one is deleted. Must run in the transaction that replaces the text.
 */
export async function retainText(db: Db, fileId: string, successorSha256: string) {
  await db.deleteFrom('replacedText').where('fileId', '=', fileId).execute()
  await db
    .insertInto('replacedText')
    .columns(['fileId', 'successorSha256', ...epubColumns, 'textSize', 'textSha256', 'textKey'])
    .expression(
      db
        .selectFrom('bookFile as epub')
        .leftJoin('bookFile as plain', 'plain.convertedFrom', 'epub.id')
        .select(['epub.id', sql.val(successorSha256).as('successor')])
        .select(epubColumns.map((column) => `epub.${column}` as const))
        .select(['plain.size as textSize', 'plain.sha256 as textSha256', 'plain.storageKey as textKey'])
        .where('epub.id', '=', fileId),
    )
    .execute()
}

const epubColumns = [
  ...(['language', 'title', 'size', 'sha256', 'storageKey', 'rights', 'source', 'originalSha256'] as const),
  'countCharacters' as const,
]

/**
 * Restores the text that an import replaced, and stores the present text as the replaced one, so that the restoration
 * can be undone in the same way. Writes the audit log. Throws `missing` if no former text is stored, and `conflict` if
 * the text of the file is not the one that the editor saw. Must run in a transaction.
 */
export async function restoreText(db: Db, editorId: string | null, seen: SeenText) {
  await lockTexts(db)
  const present = await requireSeen(db, seen)
  const { fileId, bookId } = { fileId: present.id, bookId: present.bookId }
  const former = await db
    .selectFrom('replacedText')
    .selectAll()
    .where('fileId', '=', fileId)
    .where('successorSha256', '=', present.sha256)
    .where(isRestorable)
    .executeTakeFirst()
  if (former === undefined) return fail('missing', `没有可以换回的旧正文；旧的一版只留 ${replacedTextDays} 天`)
  await requireUnused(db, fileId, former)
  await retainText(db, fileId, former.sha256)
  await writeFormer(db, bookId, former)
  await writeAudit(db, {
    actorId: editorId,
    action: 'library.restore',
    targetType: 'book',
    targetId: bookId,
    detail: { fileId, sha256: former.sha256, replaced: present.sha256 },
  })
  await invalidate(db, topic.books, topic.book(bookId))
  return { bookId, title: former.title, countCharacters: former.countCharacters }
}

/** Throws `conflict` if an editor has meanwhile imported the replaced text again, as another file. */
async function requireUnused(db: Db, fileId: string, { originalSha256 }: { originalSha256: string }) {
  const again = await db
    .selectFrom('bookFile')
    .innerJoin('book', 'book.id', 'bookFile.bookId')
    .select('book.title')
    .where('originalSha256', '=', originalSha256)
    .where('convertedFrom', 'is', null)
    .where('bookFile.id', '<>', fileId)
    .executeTakeFirst()
  if (again) fail('conflict', `旧的正文后来又导入到了《${again.title}》，不能再换回；请先移除那一份`)
}

type FormerText = Pick<
  Awaited<ReturnType<typeof requireSeen>>,
  'language' | 'title' | 'size' | 'sha256' | 'storageKey' | 'rights' | 'source' | 'countCharacters'
> & {
  fileId: string
  originalSha256: string
  textSize: number | null
  textSha256: string | null
  textKey: string | null
}

async function writeFormer(db: Db, bookId: string, { fileId, textSize, textSha256, textKey, ...row }: FormerText) {
  const { language, title, size, sha256, storageKey, rights, source, originalSha256, countCharacters } = row
  const facts = { language, title, rights, source, originalSha256, countCharacters }
  await db.deleteFrom('bookFile').where('convertedFrom', '=', fileId).execute()
  await db
    .updateTable('bookFile')
    .set({ ...facts, size, sha256, storageKey })
    .where('id', '=', fileId)
    .execute()
  if (textSize === null || textSha256 === null || textKey === null) return
  const plain = { bookId, format: 'txt' as const, size: textSize, sha256: textSha256, storageKey: textKey }
  await db
    .insertInto('bookFile')
    .values({ id: newId(), ...facts, ...plain, convertedFrom: fileId })
    .onConflict((conflict) => conflict.columns(['bookId', 'sha256']).doNothing())
    .execute()
}

/** Lists the replaced texts that can be restored, the last replaced first. */
export async function listRestorable(db: Db) {
  return db
    .selectFrom('replacedText')
    .innerJoin('bookFile', 'bookFile.id', 'replacedText.fileId')
    .innerJoin('book', 'book.id', 'bookFile.bookId')
    .select(['replacedText.fileId', 'book.title as bookTitle', 'bookFile.sha256 as version', 'replacedAt'])
    .select(['bookFile.countCharacters', 'replacedText.countCharacters as countFormer'])
    .whereRef('successorSha256', '=', 'bookFile.sha256')
    .where(isRestorable)
    .orderBy('replacedAt', 'desc')
    .execute()
}

const Replacing = z.object({ fileId: z.string(), epubSha256: z.string() })

export const textUndos: Record<string, Undo> = {
  'library.replace': async (db, editorId, { detail }) => {
    const { fileId, epubSha256: version } = z.parse(Replacing, detail)
    return { id: (await restoreText(db, editorId, { fileId, version })).bookId }
  },
}
