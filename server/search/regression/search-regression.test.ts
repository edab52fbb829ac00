import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '#server/platform/db/open-database.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { rankBooks } from '#server/search/query/rank-books.ts'
import { suggest } from '#server/pages/search-page/suggest.ts'
import { compactText } from '#server/engines/text/fold-text.ts'
import { spellPinyin } from '#server/engines/text/spell-pinyin.ts'
import { makeBook, randomFrom } from '../../../test/made-up-books.ts'
import { addListedBooks, readIdioms, readListedBooks, readQueryTable } from '../../../test/query-table.ts'
import { createTestDatabase } from '../../../test/test-database.ts'

const countMadeUp = 1000
const countSuggestions = 6
/**
 * The smallest accepted percentages of the queries whose right book is the first result, and whose right book is among
 * the first five.
 */
const leastFirst = 96
const leastInFive = 98
/**
 * For each class of queries, the smallest accepted percentage of its queries whose right book is among the first five
 * results.
 */
const leastInFiveOfClass = 80
/** The test searches for 200 idioms that are in no title; at most this many may return results. */
const mostIdioms = 15

/**
 * The largest accepted average number of typed characters, and of typed pinyin letters, after which a popular title is
 * among the six suggestions.
 */
const mostCharacters = 1.6
const mostLetters = 4.5
/**
 * While a user types on, a suggestion whose title still begins with the text should stay. This is the largest accepted
 * percentage of such suggestions that disappear.
 */
const mostLost = 0.5

test('a table of queries by class finds the right books', { timeout: 600_000 }, async (t) => {
  const { connection, drop } = await createTestDatabase()
  const db = openDatabase(connection, () => undefined)
  t.after(async () => {
    await db.destroy()
    await drop()
  })
  await addBooks(db)

  await t.test('by the share of queries whose right book is first, or among five', async (t) => {
    const results: ClassResult[] = []
    for (const [name, queries] of Object.entries(await readQueryTable())) {
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

  await t.test('and finds nothing for most idioms, and only guesses for the others', async () => {
    const idioms = await readIdioms()
    const found: string[] = []
    const unmarked: string[] = []
    for (const idiom of idioms) {
      const { books, stage } = await rankBooks(db, idiom, { tags: [], free: false })
      if (stage !== 'near' && books.length > 0) found.push(idiom)
      // The page marks the results of all stages except these two as guesses.
      if (stage === 'names' || stage === 'request') unmarked.push(idiom)
    }
    assert.equal(idioms.length, 200)
    assert.ok(found.length <= mostIdioms, found.join(' '))
    assert.deepEqual(unmarked, [])
  })
})

test('a popular title is suggested after few keys, and stays while it is typed', { timeout: 600_000 }, async (t) => {
  const { connection, drop } = await createTestDatabase()
  const db = openDatabase(connection, () => undefined)
  t.after(async () => {
    await db.destroy()
    await drop()
  })
  // Nobody has read the books of the test database yet, so they get random popularities of about the size that the
  // books of books.yaml have.
  const random = randomFrom(11)
  const { rows: books } = await sql<{ id: string }>`select book_id as id from search_book order by book_id`.execute(db)
  await sql`update search_book set weight = readers.weight
    from unnest(${books.map(({ id }) => id)}::uuid[], ${books.map(() => Math.floor(9000 * random() ** 3))}::integer[])
      as readers(id, weight) where book_id = readers.id`.execute(db)
  await addBooks(db)
  const titles = await listPopularTitles(db, 45)
  const characters = await measureTyping(db, titles, 'characters')
  const letters = await measureTyping(
    db,
    titles.filter((_, at) => at % 3 === 0),
    'pinyin',
  )
  for (const [typing, most] of [
    [characters, mostCharacters],
    [letters, mostLetters],
  ] as const) {
    t.diagnostic(`${typing.strokes.toFixed(2)} keys; ${typing.lost.length} of ${typing.countFitting} suggestions lost`)
    assert.deepEqual(typing.missing, [])
    assert.ok(typing.strokes <= most, `${typing.strokes} keys`)
    assert.ok(typing.countFitting > 90, `${typing.countFitting} suggestions`)
    assert.ok(percent(typing.lost.length, typing.countFitting) <= mostLost, typing.lost.join('\n'))
  }
})

const percent = (part: number, whole: number) => Math.round((1000 * part) / whole) / 10

/** Adds the books of books.yaml and made-up books to the catalogue, each with its popularity in the search index. */
async function addBooks(db: Db) {
  const random = randomFrom(3)
  const madeUp = Array.from({ length: countMadeUp }, () => ({ ...makeBook(random), weight: Math.floor(random() * 50) }))
  await addListedBooks(db, [...(await readListedBooks()), ...madeUp])
}

interface ClassResult {
  name: string
  count: number
  first: number
  inFive: number
  /** The queries for which the first result is not the right book, each with the titles that were found. */
  wrong: string[]
}

/**
 * Runs all queries of a class, and counts those for which the right book is the first result or among the first five.
 */
async function measureClass(db: Db, name: string, queries: Record<string, string | string[]>): Promise<ClassResult> {
  const result: ClassResult = { name, count: 0, first: 0, inFive: 0, wrong: [] }
  for (const [query, right] of Object.entries(queries)) {
    const expected = [right].flat()
    const { books } = await rankBooks(db, query, { tags: [], free: false })
    const titles = books.slice(0, 5).map(({ names }) => names[0]?.[1] ?? '')
    const isFirst = expected.includes(titles[0] ?? '')
    result.count += 1
    result.first += Number(isFirst)
    result.inFive += Number(titles.some((title) => expected.includes(title)))
    if (!isFirst) result.wrong.push(`${query} → ${expected[0]}, not ${titles[0] ?? 'nothing'}`)
  }
  return result
}

interface Typing {
  /** The mean number of typed characters or letters after which the wanted title is among the suggestions. */
  strokes: number
  /** The titles that were not among the suggestions even when they were typed completely. */
  missing: string[]
  /**
   * Number of pairs of a title and a typed text, where the title was suggested before the last keystroke and still
   * matches the typed text. Only Chinese titles are counted.
   */
  countFitting: number
  /** The pairs counted in `countFitting` whose title is no longer suggested, each as text with the suggestions. */
  lost: string[]
}

/**
 * Types titles character by character, or letter by letter of their pinyin, and examines the suggestions after each.
 */
async function measureTyping(db: Db, titles: string[], script: 'characters' | 'pinyin'): Promise<Typing> {
  const written = (title: string) => (script === 'pinyin' ? lettersOf(title) : compactText(title))
  const typing: Typing = { strokes: 0, missing: [], countFitting: 0, lost: [] }
  for (const title of titles) {
    const strokes = [...(await written(title))]
    let appeared: number | undefined
    let before: string[] = []
    for (let count = 1; count <= strokes.length; count += 1) {
      const typed = strokes.slice(0, count).join('')
      const { books } = await suggest(db, typed, countSuggestions)
      const shown = books.map((book) => book.title.text)
      if (shown.includes(title)) appeared ??= count
      for (const earlier of new Set(before)) {
        if (!isChinese(earlier) || !(await written(earlier)).startsWith(typed)) continue
        typing.countFitting += 1
        if (!shown.includes(earlier)) typing.lost.push(`${earlier} at ${typed}: ${shown.join('、')}`)
      }
      before = shown
    }
    if (appeared === undefined) typing.missing.push(title)
    typing.strokes += (appeared ?? strokes.length) / titles.length
  }
  return typing
}

/** Returns the most popular titles that consist of Chinese characters and punctuation. */
async function listPopularTitles(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select names -> 0 ->> 1 as title from search_book where tier = 0 order by weight desc, book_id limit ${3 * count}`.execute(
    db,
  )
  const titles = rows.map(({ title }) => title).filter(isChinese)
  return [...new Set(titles)].slice(0, count)
}

const isChinese = (title: string) => /^[\p{Script=Han}\p{P}]+$/u.test(title)

const lettersOf = async (title: string) => (await spellPinyin(title)).join('')
