import { topic } from '#server/platform/cache/topics.ts'
import { v7 as newId } from 'uuid'
import { invalidate } from '#server/platform/cache/changes.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { type Waiting, withLock } from '#server/platform/db/with-lock.ts'
import { indexBooks } from '#server/search/index/index-books.ts'
import { needsLoading, recordLoaded } from '#server/platform/setting/loaded-version.ts'
import { readShippedTexts, type ShippedText } from './shipped-texts.ts'

/**
 * Writes the rows of the texts that ship with the program, whose files stay in the program's folder, and deletes the
 * rows of texts that no longer ship. Safe to run at every start and on several nodes at once. Returns the number of
 * written rows.
 */
export async function loadLibrary(db: Db, waiting: Waiting = {}): Promise<number> {
  const { texts, fingerprint } = await readShippedTexts()
  if (!(await needsLoading(db, 'library', fingerprint))) return 0
  return withLock(db, { name: 'library', doing: '载入书库', ...waiting }, async (db) => {
    if (!(await needsLoading(db, 'library', fingerprint))) return 0
    const shipped = texts()
    const removed = await removeOthers(db, shipped)
    const books = await db.selectFrom('book').select(['id', 'catalogKey']).where('catalogKey', 'is not', null).execute()
    const ids = new Map(books.map(({ id, catalogKey }) => [catalogKey, id]))
    const changed = new Set(removed)
    let written = 0
    for (const text of shipped) {
      const bookId = ids.get(text.key)
      if (bookId === undefined || !(await writeText(db, bookId, text))) continue
      changed.add(bookId)
      written += 1
    }
    await recordLoaded(db, 'library', fingerprint)
    const topics = [...changed].flatMap((id) => [topic.book(id), topic.card({ itemType: 'book', itemId: id })])
    if (changed.size > 0) await invalidate(db, topic.books, ...topics)
    await indexBooks(db, [...changed])
    return written
  })
}

/**
 * Deletes the rows of texts that no longer ship with the program, and the plain texts made from them. Returns the ids
 * of their books.
 */
async function removeOthers(db: Db, shipped: ShippedText[]): Promise<string[]> {
  const removed = await db
    .deleteFrom('bookFile')
    .where('storageKey', 'like', 'shipped/%')
    .where('storageKey', 'not in', ['', ...shipped.map(keyOf)])
    .returning('bookId')
    .execute()
  return removed.map(({ bookId }) => bookId)
}

/**
 * Writes the row of a text that ships with the program. A new version of a text retains the id of the old one, because
 * saved reading positions refer to the id. Returns false when nothing changed.
 */
async function writeText(db: Db, bookId: string, shipped: ShippedText): Promise<boolean> {
  const { language, title, size, sha256, rights, source, text, characters } = shipped
  const facts = { bookId, language, title, rights, source, countCharacters: characters }
  const epub = { ...facts, size, sha256, storageKey: keyOf(shipped) }
  const existing = await db
    .selectFrom('bookFile')
    .selectAll()
    .where('storageKey', '=', epub.storageKey)
    .executeTakeFirst()
  if (existing && Object.entries(epub).every(([name, value]) => existing[name as keyof typeof existing] === value))
    return false
  const id = existing?.id ?? newId()
  await db.deleteFrom('bookFile').where('convertedFrom', '=', id).execute()
  // If an editor imported the same file earlier, the text that ships with the program replaces the import.
  await db
    .deleteFrom('bookFile')
    .where('bookId', '=', bookId)
    .where('sha256', 'in', [sha256, text.sha256])
    .where('id', '<>', id)
    .execute()
  if (existing) await db.updateTable('bookFile').set(epub).where('id', '=', id).execute()
  else
    await db
      .insertInto('bookFile')
      .values({ id, format: 'epub', ...epub })
      .execute()
  const plain = { ...facts, ...text, storageKey: `text/${text.sha256}.txt`, convertedFrom: id }
  await db
    .insertInto('bookFile')
    .values({ id: newId(), format: 'txt', ...plain })
    .execute()
  return true
}

function keyOf({ file }: ShippedText) {
  return `shipped/${file}`
}
