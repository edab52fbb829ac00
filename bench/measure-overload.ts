import { sql } from 'kysely'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { createTestDatabase } from '../test/test-database.ts'
import type { AppQuestion } from './app-process.ts'
import { startChild, startSettings } from './bench-process.ts'
import { atLeast, atMost, median, quantile, row, type Table } from './budget-table.ts'
import { callRequest, pageRequest } from './http-client.ts'
import type { Load, LoadResult } from './load-process.ts'
import { requireTestPostgres } from './patient-database.ts'

/** Number of concurrent clients that keep a server process busy without filling its queue. */
const sustainableClients = 8
const sustainableSeconds = 4
/** Number of simulated users that overload the site; each one waits for an answer before sending the next request. */
const clients = 800
const overload = 10
const overloadSeconds = 10
/** Upper limit of the number of different requests prepared before the run, also if the machine is fast. */
const mostRequests = 100_000

/**
 * Measures how many requests a server process still answers while it receives ten times as many requests as it can
 * answer. No answer comes from the page cache.
 */
export async function measureOverload(): Promise<Table> {
  await requireTestPostgres()
  const { connection } = await createTestDatabase()
  const requests = await mixedRequests(connection)
  const site = startChild('app-process.ts', startSettings)
  const loader = startChild('load-process.ts')
  const url = await site.ask<string>({ do: 'listen', isCached: false, connection } satisfies AppQuestion)
  const offer = (load: Omit<Load, 'url' | 'requests'>) => loader.ask<LoadResult>({ url, requests, ...load })
  const sustain = () => offer({ clients: sustainableClients, seconds: sustainableSeconds })
  await sustain()
  const before = await sustain()
  const rate = Math.min(usefulRate(before) * overload, mostRequests / overloadSeconds)
  const result = await offer({ clients, rate, seconds: overloadSeconds })
  const after = await sustain()
  await Promise.all([site.stop(), loader.stop()])
  return report([before, after], result)
}

function usefulRate({ statuses, seconds }: LoadResult): number {
  return (statuses[200] ?? 0) / seconds
}

function report(sustained: LoadResult[], result: LoadResult): Table {
  const { sent, seconds, statuses, times, reset, timedOut, unsent } = result
  const peak = median(sustained.map(usefulRate))
  const { 200: _, 503: refused = 0, ...others } = statuses
  const unexpected = Object.values(others).reduce((sum, count) => sum + count, 0)
  return {
    title: `overload: ${overload} times what a node can do for ${overloadSeconds} s, from ${clients} addresses`,
    rows: [
      row('useful answers against the peak', usefulRate(result) / peak, '×', atLeast(0.8)),
      row('— peak', peak, '/s'),
      row('— offered', (sent + unsent) / seconds, '/s'),
      row('answered, p95', quantile(times, 0.95) / 1000, 's', atMost(2)),
      row('refused (503)', refused, ''),
      row('other answers', unexpected, '', atMost(0)),
      row('reset or timed out', reset + timedOut, '', atMost(0)),
    ],
  }
}

/**
 * Returns requests for uncached pages and API calls of all books in turn, so that few concurrent requests ask for the
 * same content.
 */
async function mixedRequests(connection: Parameters<typeof openDatabase>[0]): Promise<string[]> {
  const db = openDatabase(connection, () => undefined)
  const books = await db
    .selectFrom('book')
    .select(['id', 'title'])
    .orderBy(sql`md5(id::text)`)
    .limit(1000)
    .execute()
  const tags = await db.selectFrom('tag').select('name').orderBy('name').limit(100).execute()
  await db.destroy()
  return books.flatMap(({ id, title }, at) => [
    pageRequest(`/book/${id}`),
    callRequest('/book/list', { tags: [tags[at % tags.length]?.name] }),
    callRequest('/search/suggest', { query: title.slice(0, 2) }),
    pageRequest(`/book?q=${encodeURIComponent(title.slice(0, 2))}`),
    callRequest('/comment/list', { itemType: 'book', itemId: id }),
  ])
}
