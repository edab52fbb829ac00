import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { v7 as newId } from 'uuid'
import { z } from 'zod'
import { parseYaml } from '#server/catalogue/loading/yaml-text.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { linkPeople } from '#server/catalogue/person/link-people.ts'
import { indexBooks } from '#server/search/index/index-books.ts'

const folder = resolve(import.meta.dirname, '../server/search/regression')
const readTable = (name: string) => readFile(join(folder, name), 'utf8')

/** The rows of books.yaml. Each is a book: its title, author and popularity. */
const Books = z.array(z.tuple([z.coerce.string(), z.string(), z.number()]))
/**
 * The content of queries.yaml: for each class of queries, its queries, and for each query the title or titles that
 * should be found first.
 */
const Classes = z.record(z.string(), z.record(z.string(), z.union([z.string(), z.array(z.string())])))
type QueryClasses = z.infer<typeof Classes>

/** Reads the search queries by class, each with the titles that should be found first. */
export async function readQueryTable(): Promise<QueryClasses> {
  return Classes.parse(parseYaml(await readTable('queries.yaml')))
}

/** Reads Chinese idioms that occur in no title of a book. */
export async function readIdioms(): Promise<string[]> {
  return (await readTable('idioms.txt')).split(/\s+/).filter((idiom) => idiom !== '')
}

interface ListedBook {
  title: string
  author: string
  /** The popularity of the book in the search index. */
  weight: number
}

/** Reads the books of books.yaml. The queries of queries.yaml look for these books and for those of the catalogue. */
export async function readListedBooks(): Promise<ListedBook[]> {
  return Books.parse(parseYaml(await readTable('books.yaml'))).map(([title, author, weight]) => ({
    title,
    author,
    weight,
  }))
}

/** Adds books to a database and its search index, each with its popularity. Opens its own transactions. */
export async function addListedBooks(db: Db, listed: ListedBook[]) {
  const books = listed.map((book) => ({ id: newId(), ...book }))
  const ids = books.map(({ id }) => id)
  for (let start = 0; start < books.length; start += 500) {
    const rows = books
      .slice(start, start + 500)
      .map(({ id, title, author }) => ({ id, title, authors: [author], desc: '' }))
    await db.insertInto('book').values(rows).execute()
  }
  await db.transaction().execute(async (db) => {
    await linkPeople(db, ids)
    await indexBooks(db, ids)
  })
  for (const { id, weight } of books)
    await db.updateTable('searchBook').set({ weight }).where('bookId', '=', id).execute()
}
