import { sql } from 'kysely'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { createTestDatabase } from '../test/test-database.ts'
import type { AppQuestion } from './app-process.ts'
import { atLeast, atMost, type Table } from './budget-table.ts'
import { startChild } from './child-process.ts'
import { callRequest, pageRequest } from './http-request.ts'
import type { Load, LoadResult } from './load-process.ts'
import { median } from './median.ts'
import { startSettings } from './start-settings.ts'
import { requireTestPostgres } from './test-postgres.ts'

/** Number of concurrent clients that keep a server process busy without filling its queue. */
const sustainableClients = 8
const sustainableSeconds = 6
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
  const offer = async (load: Omit<Load, 'url' | 'requests'>): Promise<Offered> => {
    const cpu = await site.ask<number>({ do: 'cpu' })
    const result = await loader.ask<LoadResult>({ url, requests, ...load })
    return { ...result, cpuSeconds: ((await site.ask<number>({ do: 'cpu' })) - cpu) / 1000 }
  }
  const sustain = () => offer({ clients: sustainableClients, seconds: sustainableSeconds })
  await sustain()
  const before = await sustain()
  const rate = Math.min(usefulRate(before) * overload, mostRequests / overloadSeconds)
  const result = await offer({ clients, rate, seconds: overloadSeconds })
  const after = await sustain()
  await Promise.all([site.stop(), loader.stop()])
  return report([before, after], result)
}

interface Offered extends LoadResult {
  cpuSeconds: number
}

function usefulRate({ statuses, seconds }: LoadResult): number {
  return (statuses[200] ?? 0) / seconds
}

/**
 * Returns how many ms of processor time the site spends for each request that it answers with status 200; the cost of
 * refusing the other requests is included.
 */
function costOf({ statuses, cpuSeconds }: Offered): number {
  return (cpuSeconds * 1000) / (statuses[200] ?? 0)
}

function busy({ cpuSeconds, seconds }: Offered): number {
  return cpuSeconds / seconds
}

function report(sustained: Offered[], result: Offered): Table {
  const { sent, seconds, statuses, times, reset, timedOut, unsent } = result
  const peak = median(sustained.map(usefulRate))
  const refused = statuses[503] ?? 0
  const refusalCost = ((costOf(result) - median(sustained.map(costOf))) * (statuses[200] ?? 0)) / refused
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN) / 1000
  const unexpected = Object.entries(statuses).filter(([status]) => status !== '200' && status !== '503')
  return {
    title: `overload: ${overload} times what a node can do for ${overloadSeconds} s, from ${clients} addresses`,
    rows: [
      { name: 'peak throughput', value: peak, unit: '/s' },
      { name: 'offered', value: (sent + unsent) / seconds, unit: '/s' },
      { name: 'sent', value: sent / seconds, unit: '/s' },
      { name: 'useful throughput', value: usefulRate(result), unit: '/s' },
      { name: '— its share of the peak', value: usefulRate(result) / peak, unit: '×', limit: atLeast(0.8) },
      { name: 'processor time for a useful answer, at the peak', value: median(sustained.map(costOf)), unit: 'ms' },
      { name: '— under overload, with the refusals', value: costOf(result), unit: 'ms' },
      { name: '— for a refusal, which is what goes beyond the peak', value: refusalCost, unit: 'ms' },
      { name: 'processors that the site used, at the peak', value: median(sustained.map(busy)), unit: '' },
      { name: '— under overload', value: busy(result), unit: '' },
      { name: 'answered, p50', value: at(0.5), unit: 's' },
      { name: 'answered, p95', value: at(0.95), unit: 's', limit: atMost(2) },
      { name: 'refused (503)', value: refused, unit: '' },
      {
        name: 'other answers',
        value: unexpected.reduce((sum, [, count]) => sum + count, 0),
        unit: '',
        limit: atMost(0),
      },
      { name: 'reset', value: reset, unit: '', limit: atMost(0) },
      { name: 'timed out', value: timedOut, unit: '', limit: atMost(0) },
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
