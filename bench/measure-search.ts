import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { rankBooks } from '#server/search/query/rank-books.ts'
import { suggest } from '#server/pages/search-page/suggest.ts'
import { spellPinyin } from '#server/engines/text/spell-pinyin.ts'
import { atMost, type Row, type Table } from './budget-table.ts'
import { addKnownBooks, measureClasses, quantile } from './search-classes.ts'
import { createLibrary, different, growLibrary, randomFrom, type SyntheticBook } from './synthetic-books.ts'
import { listPopularTitles, measureTyping, type Typing } from './measure-typing.ts'
import { requireTestPostgres } from './test-postgres.ts'

const few = different
const times = 10
const many = few * times
const countQueries = 200
const rounds = 5

/**
 * Checks that a search among a million books is as quick for a user as a search among a hundred thousand books, and
 * that it finds the right books for the queries of `server/search/regression/queries.yaml`.
 */
export async function measureSearch(): Promise<Table> {
  await requireTestPostgres()
  const { db, samples, catalogIds } = await createLibrary()
  const queries = await makeQueries(samples)
  const smallTimes = await timesOf(db, queries)
  const began = performance.now()
  await growLibrary(db, times)
  const loaded = (performance.now() - began) / 1000
  const largeTimes = await timesOf(db, queries)
  await addKnownBooks(db, catalogIds)
  const classes = await measureClasses(db)
  const typed = await listPopularTitles(db, 100)
  const characters = await measureTyping(db, typed, 'characters')
  const letters = await measureTyping(db, typed, 'pinyin')
  const label = (count: number) => count.toLocaleString('en')
  return {
    title: `search: ${countQueries} mixed queries, the best of ${rounds} rounds each`,
    rows: [
      { name: `query, p50 of ${label(few)}`, value: quantile(smallTimes.query, 0.5), unit: 'ms' },
      { name: `query, p95 of ${label(few)}`, value: quantile(smallTimes.query, 0.95), unit: 'ms' },
      { name: `query, p50 of ${label(many)}`, value: quantile(largeTimes.query, 0.5), unit: 'ms' },
      { name: `query, p95 of ${label(many)}`, value: quantile(largeTimes.query, 0.95), unit: 'ms', limit: atMost(30) },
      {
        name: 'query, p95 against the smaller',
        value: quantile(largeTimes.query, 0.95) / quantile(smallTimes.query, 0.95),
        unit: '×',
        limit: atMost(1.5),
      },
      { name: `suggestion, p50 of ${label(many)}`, value: quantile(largeTimes.suggestion, 0.5), unit: 'ms' },
      {
        name: `suggestion, p95 of ${label(many)}`,
        value: quantile(largeTimes.suggestion, 0.95),
        unit: 'ms',
        limit: atMost(15),
      },
      ...classes.rows,
      ...rowsOfTyping('characters', characters, 1.6),
      ...rowsOfTyping('letters of pinyin', letters, 4.5),
      ...(await sizesOf(db)),
      { name: 'the larger loaded and indexed', value: loaded, unit: 's' },
    ],
    notes: [...slowest(largeTimes.query, queries), ...classes.notes],
  }
}

function rowsOfTyping(keys: string, { strokes, countFitting, lost }: Typing, most: number): Row[] {
  return [
    { name: `${keys} until a popular title is suggested`, value: strokes, unit: '', limit: atMost(most) },
    { name: '— fitting suggestions that disappeared', value: (100 * lost.length) / countFitting, unit: '%' },
  ]
}

interface Times {
  query: number[]
  suggestion: number[]
}

async function timesOf(db: Db, queries: string[]): Promise<Times> {
  const times: Times = { query: [], suggestion: [] }
  for (const query of queries) {
    times.query.push(await best(() => rankBooks(db, query, { tags: [], free: false })))
    times.suggestion.push(await best(() => suggest(db, query, 6)))
  }
  return times
}

/**
 * Returns the shortest duration of several rounds, because other processes on the machine can only make a round slower.
 */
async function best(run: () => Promise<unknown>): Promise<number> {
  let least = Infinity
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    await run()
    least = Math.min(least, performance.now() - began)
  }
  return least
}

function slowest(times: number[], queries: string[]): string[] {
  const worst = times.map((time, at) => ({ time, query: queries[at] })).toSorted((a, b) => b.time - a.time)
  return [
    `the slowest: ${worst
      .slice(0, 6)
      .map(({ query, time }) => `${query} ${time.toFixed(0)} ms`)
      .join(', ')}`,
  ]
}

async function sizesOf(db: Db): Promise<Row[]> {
  const size = async (name: string) => {
    const { rows } = await sql<{ bytes: number }>`
      select sum(pg_table_size(relid))::float8 as bytes from pg_partition_tree(${name})`.execute(db)
    return (rows[0]?.bytes ?? 0) / 1e6
  }
  const indexes = [
    'search_book_tokens_idx',
    'search_book_first_weight_book_id_idx',
    'search_book_folded_book_id_idx',
    'search_book_pinyin_book_id_idx',
  ]
  const each = await Promise.all(indexes.map(size))
  return [
    { name: 'indexes in all', value: each.reduce((sum, one) => sum + one, 0), unit: 'MB' },
    { name: 'source data of the indexes', value: await size('search_book'), unit: 'MB' },
  ]
}

/**
 * Returns search queries of every kind that the search supports, made from titles and authors of books in the database.
 */
async function makeQueries(samples: SyntheticBook[]): Promise<string[]> {
  const random = randomFrom(7)
  const ways = Object.values(askers)
  return Promise.all(
    Array.from({ length: countQueries }, (_, at) => {
      const book = samples[Math.floor(samples.length * random())] as SyntheticBook
      return (ways[at % ways.length] as Asker)(book, random)
    }),
  )
}

type Asker = (book: SyntheticBook, random: () => number) => Promise<string> | string

const part = (text: string, length: number, random: () => number) => {
  const characters = [...text]
  const start = Math.floor(Math.max(0, characters.length - length) * random())
  return characters.slice(start, start + length).join('')
}
const letters = async (text: string) => (await spellPinyin(text)).join('')
const initials = async (text: string) => (await spellPinyin(text)).map((sound) => sound[0]).join('')

const askers: Record<string, Asker> = {
  character: ({ title }, random) => part(title, 1, random),
  pair: ({ title }, random) => part(title, 2, random),
  middle: ({ title }, random) => part(title, 3, random),
  title: ({ title }) => title,
  begun: ({ title }) => [...title].slice(0, 3).join(''),
  author: ({ author }) => author,
  both: ({ title, author }) => `${title} ${author}`,
  together: ({ title, author }) => author + title,
  pinyin: ({ title }) => letters(title),
  pinyinBegun: async ({ title }) => (await letters(title)).slice(0, 6),
  initials: ({ title }) => initials(title),
  initialsBegun: async ({ title }) => (await initials(title)).slice(0, 2),
  mixed: async ({ title, author }) => `${author} ${await letters([...title].slice(0, 2).join(''))}`,
  spaced: async ({ title }) => (await spellPinyin(title)).join(' '),
  wrong: ({ title }, random) => [...title].with(Math.floor([...title].length * random()), '鑫').join(''),
  missing: ({ title }) => [...title].toSpliced(1, 1).join(''),
  misspelt: async ({ title }) => (await letters(title)).replace(/(?<=^.{4})./, ''),
  traditional: ({ title }) =>
    title.replaceAll('国', '國').replaceAll('风', '風').replaceAll('学', '學').replaceAll('书', '書'),
  text: ({ desc }) => desc.split('，')[0] ?? '',
  nothing: (_, random) => `鑫鑫${Math.floor(random() * 1000)}`,
}
