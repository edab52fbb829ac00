import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { indexBooks } from '#server/search/index/index-books.ts'
import { suggest } from '#server/pages/search-page/suggest.ts'
import { atLeast, atMost, type Row } from './budget-table.ts'
import { addListedBooks, type ClassResult, measureClass, readListedBooks, readQueryTable } from './query-table.ts'

/**
 * In a library of a million books, books with at least this popularity are in the part of the index that is searched
 * first. Half of the books of the catalogue get such a popularity.
 */
const popular = 900

/**
 * Adds the books of the catalogue and of books.yaml to the search index of a large library. Every other book of the
 * catalogue becomes one of the popular books, which are searched first; the others are not.
 */
export async function addKnownBooks(db: Db, catalogIds: string[]) {
  for (let start = 0; start < catalogIds.length; start += 200)
    await db.transaction().execute((db) => indexBooks(db, catalogIds.slice(start, start + 200)))
  await addListedBooks(db, await readListedBooks())
  await sql`update search_book set weight = case when number % 2 = 0 then ${popular}::integer + number else number end
    from (select book_id, row_number() over (order by book_id)::integer as number
      from unnest(${catalogIds}::uuid[]) as known(book_id)) numbered
    where search_book.book_id = numbered.book_id`.execute(db)
  await sql`update search_book set tier = 1 where tier = 0 and weight < ${popular}`.execute(db)
  await sql`vacuum analyze search_book`.execute(db)
}

interface TimedClass extends ClassResult {
  pageTimes: number[]
  suggestionTimes: number[]
}

const rounds = 2

/**
 * Runs all queries of queries.yaml. Returns by class the percentage of queries that find the right book, and the times
 * of the results page and of the suggestions.
 */
export async function measureClasses(db: Db): Promise<{ rows: Row[]; notes: string[] }> {
  const classes: TimedClass[] = []
  for (const [name, queries] of Object.entries(await readQueryTable()))
    classes.push(await measureTimed(db, name, queries))
  const count = classes.reduce((sum, one) => sum + one.count, 0)
  const share = (key: 'first' | 'inFive', among = classes) =>
    (100 * among.reduce((sum, one) => sum + one[key], 0)) / among.reduce((sum, one) => sum + one.count, 0)
  const all = (key: 'pageTimes' | 'suggestionTimes') => classes.flatMap((one) => one[key])
  return {
    rows: [
      { name: `right book first, of ${count} queries`, value: share('first'), unit: '%', limit: atLeast(93) },
      { name: 'right book among five', value: share('inFive'), unit: '%', limit: atLeast(98) },
      {
        name: 'right book among five, weakest class',
        value: Math.min(...classes.map((one) => share('inFive', [one]))),
        unit: '%',
        limit: atLeast(80),
      },
      { name: 'page, p50 of these', value: quantile(all('pageTimes'), 0.5), unit: 'ms' },
      { name: 'page, p95 of these', value: quantile(all('pageTimes'), 0.95), unit: 'ms', limit: atMost(30) },
      { name: 'suggestion, p50 of these', value: quantile(all('suggestionTimes'), 0.5), unit: 'ms' },
      {
        name: 'suggestion, p95 of these',
        value: quantile(all('suggestionTimes'), 0.95),
        unit: 'ms',
        limit: atMost(15),
      },
    ],
    notes: [
      'by class: right book first / among five in per cent; p50 / p95 of the page; p50 / p95 of suggestions in ms',
      ...classes.map(
        (one) =>
          `${one.name} (${one.count}): ${share('first', [one]).toFixed(0)} / ${share('inFive', [one]).toFixed(0)}; ${timesOf(one.pageTimes)}; ${timesOf(one.suggestionTimes)}`,
      ),
    ],
  }
}

async function measureTimed(db: Db, name: string, queries: Record<string, string | string[]>): Promise<TimedClass> {
  let result = await measureClass(db, name, queries)
  const pageTimes = result.times
  for (let round = 1; round < rounds; round += 1) {
    result = await measureClass(db, name, queries)
    for (const [at, time] of result.times.entries()) pageTimes[at] = Math.min(pageTimes[at] ?? time, time)
  }
  const suggestionTimes: number[] = []
  for (const query of Object.keys(queries)) {
    let least = Infinity
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now()
      await suggest(db, query, 6)
      least = Math.min(least, performance.now() - began)
    }
    suggestionTimes.push(least)
  }
  return { ...result, pageTimes, suggestionTimes }
}

const timesOf = (times: number[]) => `${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.95).toFixed(1)}`

/** Returns a quantile of the values: the value below which the fraction `share` (0 to 1) of them lies. */
export function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
}
