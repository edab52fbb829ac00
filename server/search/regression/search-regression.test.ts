import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { z } from 'zod'
import { parseYaml } from '#server/catalog/yaml-text.ts'
import { openDatabase } from '#server/db/open-database.ts'
import type { Db } from '#server/db/schema.ts'
import { linkPeople } from '#server/person/link-people.ts'
import { indexBooks } from '#server/search/index/index-books.ts'
import { rankBooks } from '#server/search/query/rank-books.ts'
import { makeBook, randomFrom } from '../../../bench/synthetic-books.ts'
import { createTestDatabase } from '../../../test/test-database.ts'

/** A book as a row of books.yaml: title, author and popularity. */
const Books = z.array(z.tuple([z.coerce.string(), z.string(), z.number()]))
/** Class of queries → query → the right title or titles. */
const Classes = z.record(z.string(), z.record(z.string(), z.union([z.string(), z.array(z.string())])))

const countMadeUp = 1000
/** The shares of queries in per cent whose right book must be first, and among the first five. */
const leastFirst = 96
const leastInFive = 98
/** The share of every single class in per cent whose right book must be among the first five. */
const leastInFiveOfClass = 80
/** The test searches for 200 idioms that are in no title; at most this many may return results. */
const mostIdioms = 15

test('a table of queries by class finds the right books', { timeout: 600_000 }, async (t) => {
  const { connection, drop } = await createTestDatabase()
  const db = openDatabase(connection, () => undefined)
  t.after(async () => {
    await db.destroy()
    await drop()
  })
  await addBooks(db)

  await t.test('by the share of queries whose right book is first, or among five', async (t) => {
    const classes = Classes.parse(parseYaml(await readTable('queries.yaml')))
    const results: Result[] = []
    for (const [name, queries] of Object.entries(classes)) {
      const result = await measureClass(db, name, queries)
      results.push(result)
      t.diagnostic(`${name}: ${percent(result.first, result.count)} / ${percent(result.inFive, result.count)}`)
      for (const wrong of result.wrong) t.diagnostic(`  ${wrong}`)
    }
    const sum = (key: 'count' | 'first' | 'inFive') => results.reduce((total, result) => total + result[key], 0)
    t.diagnostic(
      `all ${sum('count')} queries: ${percent(sum('first'), sum('count'))} / ${percent(sum('inFive'), sum('count'))}`,
    )
    assert.ok(sum('count') >= 1000)
    assert.ok(percent(sum('first'), sum('count')) >= leastFirst)
    assert.ok(percent(sum('inFive'), sum('count')) >= leastInFive)
    const weak = results.filter(({ inFive, count }) => percent(inFive, count) < leastInFiveOfClass)
    assert.deepEqual(
      weak.map(({ name }) => name),
      [],
    )
  })

  await t.test('and finds nothing for most idioms', async () => {
    const idioms = (await readTable('idioms.txt')).split(/\s+/).filter((idiom) => idiom !== '')
    const found: string[] = []
    for (const idiom of idioms) {
      const { books, stage } = await rankBooks(db, idiom, { tags: [], free: false })
      if (stage !== 'near' && books.length > 0) found.push(idiom)
    }
    assert.equal(idioms.length, 200)
    assert.ok(found.length <= mostIdioms, found.join(' '))
  })
})

interface Result {
  name: string
  count: number
  first: number
  inFive: number
  /** The queries whose right book is not first, with what was found. */
  wrong: string[]
}

async function measureClass(db: Db, name: string, queries: Record<string, string | string[]>): Promise<Result> {
  const result: Result = { name, count: 0, first: 0, inFive: 0, wrong: [] }
  for (const [query, expected] of Object.entries(queries)) {
    const { books } = await rankBooks(db, query, { tags: [], free: false })
    const titles = books.slice(0, 5).map(({ names }) => names[0]?.[1] ?? '')
    const isFirst = [expected].flat().includes(titles[0] ?? '')
    result.count += 1
    result.first += Number(isFirst)
    result.inFive += Number(titles.some((title) => [expected].flat().includes(title)))
    if (!isFirst) result.wrong.push(`${query} → ${[expected].flat()[0]}, not ${titles[0] ?? 'nothing'}`)
  }
  return result
}

const percent = (part: number, whole: number) => Math.round((1000 * part) / whole) / 10
const readTable = (name: string) => readFile(join(import.meta.dirname, name), 'utf8')

/** Adds the books of books.yaml and made-up books to the catalogue, each with its popularity in the search index. */
async function addBooks(db: Db) {
  const random = randomFrom(3)
  const madeUp = Array.from({ length: countMadeUp }, () => ({ ...makeBook(random), weight: Math.floor(random() * 50) }))
  const listed = Books.parse(parseYaml(await readTable('books.yaml'))).map(([title, author, weight]) => ({
    title,
    author,
    weight,
  }))
  const books = [...listed, ...madeUp].map(({ title, author, weight }) => ({ id: newId(), title, author, weight }))
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
