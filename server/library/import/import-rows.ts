import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { fail } from '#shared/api/failure.ts'
import { isIsbn13 } from '#shared/isbn.ts'
import type { Db } from '#server/db/schema.ts'
import { linkPeople } from '#server/person/link-people.ts'
import type { ConvertedImport } from '#server/epub/convert/convert-file.ts'

export type FileFacts = ReturnType<typeof factsOf>

export function factsOf(format: 'epub' | 'txt', bytes: Buffer) {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return {
    format,
    size: bytes.length,
    sha256,
    storageKey: `${format === 'epub' ? 'book' : 'text'}/${sha256}.${format}`,
  }
}

/**
 * Creates a book from the metadata of a file and links its authors to people. Must run in a transaction. An invalid
 * ISBN is left out, because `matchBook` would not find it either.
 */
export async function createImportedBook(db: Db, { metadata, isbn }: ConvertedImport, { rights }: { rights: string }) {
  const id = newId()
  const { title, creators, description } = metadata
  const authors = creators.length > 0 ? creators : ['佚名']
  const isbn13 = isbn !== null && isIsbn13(isbn) ? isbn : null
  await db
    .insertInto('book')
    .values({ id, title, authors, desc: shortDescription(description ?? ''), free: rights })
    .execute()
  if (isbn13 !== null)
    await db
      .insertInto('edition')
      .values({ id: newId(), bookId: id, position: 0, isbn13, source: '导入的文件' })
      .execute()
  await linkPeople(db, [id])
  return { id, isChanged: true }
}

/** Returns the first 200 characters of a description, without its markup. */
function shortDescription(description: string) {
  const text = description
    .slice(0, 5000)
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return [...text].slice(0, 200).join('')
}

/** Locks the row of a book and marks the book as free to read, unless it is marked already. */
export async function freeBook(db: Db, id: string, { rights }: { rights: string }) {
  const found = await db.selectFrom('book').select('free').where('id', '=', id).forUpdate().executeTakeFirst()
  if (found === undefined) fail('missing', '没有这本书，它可能已被合并或移除，请重新选一本')
  if (found.free !== null) return { id, isChanged: false }
  await db.updateTable('book').set({ free: rights }).where('id', '=', id).execute()
  return { id, isChanged: true }
}

interface Rows {
  replacedId: string | undefined
  facts: { bookId: string; language: string; title: string; rights: string; source: string; countCharacters: number }
  epub: FileFacts
  text: FileFacts
  originalSha256: string
}

/**
 * Writes the database rows of an imported text. A text that replaces another one gets the id of the replaced text,
 * because saved reading positions refer to this id. Returns the id.
 */
export async function writeRows(db: Db, { replacedId, facts, epub, text, originalSha256 }: Rows): Promise<string> {
  const id = replacedId ?? newId()
  if (replacedId !== undefined) {
    await db.deleteFrom('bookFile').where('convertedFrom', '=', id).execute()
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
    .values({ id: newId(), ...facts, ...text, originalSha256, convertedFrom: id })
    // Two EPUBs of a book with the same text but different packaging yield the same plain text, which is stored only
    // once.
    .onConflict((conflict) => conflict.columns(['bookId', 'sha256']).doNothing())
    .execute()
  return id
}
