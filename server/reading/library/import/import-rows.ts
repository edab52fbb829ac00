import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { fail } from '#shared/api/failure.ts'
import { stripMarkup } from '#server/engines/epub/strip-markup.ts'
import { isIsbn13 } from '#shared/isbn.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { linkPeople } from '#server/catalogue/person/link-people.ts'
import type { ConvertedImport } from '#server/engines/epub/convert/convert-file.ts'

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
 * Creates a book from the metadata of a file and links its authors to people. Must run in a transaction. An ISBN is
 * left out if it is invalid, or if it belongs to a book that the editor did not choose.
 */
export async function createImportedBook(
  db: Db,
  { metadata, isbn, edition }: ConvertedImport,
  { rights }: { rights: string },
) {
  const id = newId()
  const { title, creators, description } = metadata
  const authors = creators.length > 0 ? creators : ['佚名']
  const isbn13 = isbn !== null && isIsbn13(isbn) && !(await hasEdition(db, isbn)) ? isbn : null
  await db
    .insertInto('book')
    .values({ id, title, authors, desc: shortDescription(description ?? ''), free: rights })
    .execute()
  if (isbn13 !== null || Object.values(edition).some((fact) => (Array.isArray(fact) ? fact.length > 0 : fact !== null)))
    await db
      .insertInto('edition')
      .values({ id: newId(), bookId: id, position: 0, isbn13, ...edition, source: '导入的文件' })
      .execute()
  await linkPeople(db, [id])
  return id
}

async function hasEdition(db: Db, isbn13: string): Promise<boolean> {
  return (await db.selectFrom('edition').select('id').where('isbn13', '=', isbn13).executeTakeFirst()) !== undefined
}

/** The length in characters that editors may give a description. */
const longestDescription = 1000

/** Returns a description without its markup, with a line for each paragraph, in the length that editors may give it. */
function shortDescription(description: string) {
  const source = description.slice(0, 20_000)
  // The lines of HTML and of XML mean nothing; empty lines divide paragraphs.
  const joined = source
    .replace(/\s*\n\s*\n\s*/g, '\u2029')
    .replace(/(?<=[\p{Script=Han}，。、；：！？”])\s*\n\s*/gu, '')
  const lines = stripMarkup(joined)
    .split(/[\n\u2029]/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
  const text = [...lines.join('\n')]
  return text.length <= longestDescription
    ? text.join('')
    : `${text
        .slice(0, longestDescription - 1)
        .join('')
        .trim()}…`
}

/** Locks the row of a book and marks the book as free to read, unless it is marked already. */
export async function freeBook(db: Db, id: string, { rights }: { rights: string }) {
  const found = await db.selectFrom('book').select('free').where('id', '=', id).forUpdate().executeTakeFirst()
  if (found === undefined) fail('missing', '没有这本书，它可能已被合并或移除，请重新选一本')
  if (found.free === null) await db.updateTable('book').set({ free: rights }).where('id', '=', id).execute()
  return id
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
