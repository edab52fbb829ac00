import { findBooks } from '#server/pages/search-page/find-books.ts'
import { suggest } from '#server/pages/search-page/suggest.ts'
import { rankBooks } from '#server/search/query/rank-books.ts'
import { spellPinyin } from '#server/engines/text/spell-pinyin.ts'
import { makeHostileQueries } from '../test/hostile-texts.ts'
import { type MadeUpBook, randomFrom } from '../test/made-up-books.ts'
import { addListedBooks, readListedBooks, readQueryTable } from '../test/query-table.ts'
import { cpuMs } from './bench-process.ts'
import { atMost, median, quantile, type Row, row, type Table } from './budget-table.ts'
import { countBooks, createLibrary } from './large-library.ts'
import { createPatientDatabase, mostConnections, openBackends } from './patient-database.ts'
import { processorMs } from '../test/process-usage.ts'

const countQueries = 200
const rounds = 3
/** The number of the most expensive queries of the first round that later rounds repeat. */
const repeated = 25
/** Every sixth query of the table of queries stands for the ordinary ones. */
const step = 6

type Ask = (query: string) => Promise<unknown>

/**
 * Measures how long a search among a million books takes, and whether any text takes many times the work of an
 * ordinary one. Which books a search finds is tested in `server/search/regression/`.
 */
export async function measureSearch(): Promise<Table> {
  const hostile = await measureHostile()
  const began = performance.now()
  const { db, samples } = await createLibrary()
  const loaded = (performance.now() - began) / 1000
  const queries = await makeQueries(samples)
  const page = await timesOf(queries, (query) => rankBooks(db, query, { tags: [], free: false }))
  const suggestion = await timesOf(queries, (query) => suggest(db, query, 6))
  return {
    title: `search: ${countQueries} mixed queries among ${countBooks.toLocaleString('en')} books, the best of ${rounds} rounds each`,
    rows: [
      row('page, p95', quantile(page, 0.95), 'ms', atMost(20)),
      row('— median', median(page), 'ms'),
      row('suggestion, p95', quantile(suggestion, 0.95), 'ms', atMost(10)),
      row('— median', median(suggestion), 'ms'),
      ...hostile.rows,
      row('loading the million', loaded, 's'),
    ],
    notes: [...listSlowest('slowest pages', queries, page), ...hostile.notes],
  }
}

/**
 * Returns the shortest duration of several rounds for each query in ms, because other processes on the machine can only
 * make a round slower.
 */
async function timesOf(queries: string[], ask: Ask): Promise<number[]> {
  const times: number[] = []
  for (const query of queries) {
    let least = Infinity
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now()
      await ask(query)
      least = Math.min(least, performance.now() - began)
    }
    times.push(least)
  }
  return times
}

function listSlowest(name: string, queries: string[], times: number[]): string[] {
  const sorted = queries.map((query, at) => ({ query, time: times[at] ?? 0 })).toSorted((a, b) => b.time - a.time)
  const words = sorted.slice(0, 4).map(({ query, time }) => `${time.toFixed(0)} ms ${query.slice(0, 24)}`)
  return [`${name}: ${words.join(', ')}`]
}

/**
 * Compares the processor time of 500 queries that are meant to be expensive with that of ordinary queries, in the
 * library of the catalogue and of `server/search/regression/books.yaml`.
 */
async function measureHostile(): Promise<{ rows: Row[]; notes: string[] }> {
  const { db } = await createPatientDatabase()
  await addListedBooks(db, await readListedBooks())
  const titles = await db.selectFrom('book').select('title').orderBy('id').execute()
  const hostile = await makeHostileQueries(titles.map(({ title }) => title))
  const table = Object.values(await readQueryTable()).flatMap((queries) => Object.keys(queries))
  const ordinary = table.filter((_, at) => at % step === 0)
  const backends = await openBackends(db, mostConnections)
  const asks: Record<string, Ask> = {
    page: (query) => findBooks(db, { query, tags: [], free: false, limit: 20 }, db),
    dropdown: (query) => suggest(db, query, 6),
  }
  const rows: Row[] = []
  const notes: string[] = []
  for (const [name, ask] of Object.entries(asks)) {
    const [usual, dear] = [await costsOf(ordinary, ask, backends), await costsOf(hostile, ask, backends)]
    const ratio = Math.max(...dear) / median(usual)
    rows.push(
      row(`${name}: the dearest of ${hostile.length} texts against an ordinary one`, ratio, '×', atMost(4)),
      row('— processor time of an ordinary one, median', median(usual), 'ms'),
    )
    notes.push(...listSlowest(`${name}, dearest`, hostile, dear))
  }
  return { rows, notes }
}

/**
 * Returns the processor time of Node and PostgreSQL that each query takes, in ms. The most expensive queries are asked
 * again, and the least of their times counts.
 */
async function costsOf(queries: string[], ask: Ask, backends: number[]): Promise<number[]> {
  const costs = queries.map(() => Infinity)
  const measure = async (at: number) => {
    const before = cpuMs() + (await processorMs(backends))
    await ask(queries[at] ?? '')
    costs[at] = Math.min(costs[at] ?? Infinity, cpuMs() + (await processorMs(backends)) - before)
  }
  for (let round = 0; round < rounds; round += 1) {
    const order = [...queries.keys()].toSorted((a, b) => (costs[b] ?? 0) - (costs[a] ?? 0))
    for (const at of round === 0 ? [...queries.keys()] : order.slice(0, repeated)) await measure(at)
  }
  return costs
}

/**
 * Returns search queries of every kind that the search supports, made from titles and authors of books in the database.
 */
async function makeQueries(samples: MadeUpBook[]): Promise<string[]> {
  const random = randomFrom(7)
  const ways = Object.values(askers)
  return Promise.all(
    Array.from({ length: countQueries }, (_, at) => {
      const book = samples[Math.floor(samples.length * random())] as MadeUpBook
      return (ways[at % ways.length] as Asker)(book, random)
    }),
  )
}

type Asker = (book: MadeUpBook, random: () => number) => Promise<string> | string

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
