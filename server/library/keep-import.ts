import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { fail } from '#shared/api/failure.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { announce } from '#server/db/changes.ts'
import type { Db } from '#server/db/schema.ts'
import { indexBooks } from '#server/search/index-books.ts'
import type { BookFiles } from './book-files.ts'
import { findReplaced, findSame } from './judge-import.ts'
import { makeApart } from './make-apart.ts'
import type { MadeImport } from './make-import.ts'

export interface ImportChoice {
  /** Null makes a new book of what the file says of itself. */
  bookId: string | null
  rights: string
  source: string
  /** Null for whoever runs the server. */
  editorId: string | null
  original: { name: string; bytes: Buffer }
}

export interface KeptImport {
  kind: 'new' | 'same' | 'replaces'
  bookId: string
  fileId: string
}

/**
 * Brings a text into the library. The bytes go first, under names that say what they are, so that a process that dies leaves
 * nothing that is seen, and a second try finds them; then all rows at once.
 */
export async function keepImport(db: Db, bookFiles: BookFiles, choice: ImportChoice): Promise<KeptImport> {
  const { rights, source, original } = choice
  const read = await makeApart(original.name, original.bytes, { rights, source })
  const before = await findSame(db, read.sha256)
  if (before) return { kind: 'same', bookId: before.id, fileId: before.fileId }
  const { metadata, epub, text } = read
  const files = { epub: factsOf('epub', epub), text: factsOf('txt', text) }
  await bookFiles.put(`original/${read.sha256}`, choice.original.bytes)
  await bookFiles.put(files.text.storageKey, text)
  await bookFiles.put(files.epub.storageKey, epub)
  return db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${read.sha256}`}, 0))`.execute(db)
    const same = await findSame(db, read.sha256)
    if (same) return { kind: 'same' as const, bookId: same.id, fileId: same.fileId }
    const book = await settleBook(db, read, choice)
    const replaced = await findReplaced(db, book.id, read)
    const facts = {
      bookId: book.id,
      language: metadata.language,
      title: metadata.title,
      rights: metadata.rights,
      source: metadata.source,
      countCharacters: read.countCharacters,
    }
    const fileId = await writeRows(db, { replacedId: replaced?.id, facts, ...files, originalSha256: read.sha256 })
    const kind = replaced ? ('replaces' as const) : ('new' as const)
    await writeAudit(db, {
      actorId: choice.editorId,
      action: 'library.import',
      targetType: 'book',
      targetId: book.id,
      detail: {
        fileId,
        kind,
        name: choice.original.name,
        sha256: read.sha256,
        ...(replaced && { replaced: replaced.sha256 }),
      },
    })
    await announce(db, 'books', `book:${book.id}`)
    if (book.isChanged) await indexBooks(db, [book.id])
    return { kind, bookId: book.id, fileId }
  })
}

function factsOf(format: 'epub' | 'txt', bytes: Buffer) {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return {
    format,
    size: bytes.length,
    sha256,
    storageKey: `${format === 'epub' ? 'book' : 'text'}/${sha256}.${format}`,
  }
}

/** The book it is a text of, locked; a book with a text is free. */
async function settleBook(
  db: Db,
  { metadata, isbn }: MadeImport,
  { bookId, rights }: ImportChoice,
): Promise<{ id: string; isChanged: boolean }> {
  const { title, creators, description } = metadata
  if (bookId === null) {
    const id = newId()
    const authors = creators.length > 0 ? creators : ['佚名']
    const desc = [
      ...(description ?? '')
        .slice(0, 5000)
        .replace(/<[^>]*>/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    ]
      .slice(0, 200)
      .join('')
    await db.insertInto('book').values({ id, title, authors, desc, isbn13: isbn, free: rights }).execute()
    return { id, isChanged: true }
  }
  const found = await db.selectFrom('book').select('free').where('id', '=', bookId).forUpdate().executeTakeFirst()
  if (found === undefined) fail('missing', '没有这本书，它可能已被合并或移走，请重新选一本')
  if (found.free !== null) return { id: bookId, isChanged: false }
  await db.updateTable('book').set({ free: rights }).where('id', '=', bookId).execute()
  return { id: bookId, isChanged: true }
}

interface Rows {
  replacedId: string | undefined
  facts: { bookId: string; language: string; title: string; rights: string; source: string; countCharacters: number }
  epub: ReturnType<typeof factsOf>
  text: ReturnType<typeof factsOf>
  originalSha256: string
}

/** A text that takes another's place keeps its id: readers' places hang on it. */
async function writeRows(db: Db, { replacedId, facts, epub, text, originalSha256 }: Rows): Promise<string> {
  const id = replacedId ?? newId()
  if (replacedId !== undefined) {
    await db.deleteFrom('bookFile').where('madeFrom', '=', id).execute()
    await db
      .updateTable('bookFile')
      .set({ ...facts, ...epub, originalSha256 })
      .where('id', '=', id)
      .execute()
  } else {
    await db
      .insertInto('bookFile')
      .values({ id, ...facts, ...epub, originalSha256 })
      .execute()
  }
  await db
    .insertInto('bookFile')
    .values({ id: newId(), ...facts, ...text, originalSha256, madeFrom: id })
    .execute()
  return id
}
