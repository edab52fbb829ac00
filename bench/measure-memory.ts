import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, type Row, type Table } from './budget-table.ts'
import { familyOf, memoryOf, peakOf } from './process-memory.ts'
import { bookIds, publicPages, somePageIds } from './public-pages.ts'
import { browserEncodings, mustGet } from './raw-get.ts'
import { type RunningSite, startSite } from './running-site.ts'

const requests = 5000
const details = 280
const sharePictures = 40
const limit = atMost(300)

/** Measures the memory of the app process after the start, and after visitors have opened all of its pages. */
export async function measureMemory(): Promise<Table> {
  const site = await startSite()
  await sleep(1000)
  const afterStart = await rowsOf('after a start', site)
  const ids = await bookIds(site.url)
  await visit(site.url, pathsFor(ids, publicPages(await somePageIds(site.url))))
  await sleep(1000)
  const afterVisits = await rowsOf(`after ${requests} requests`, site)
  await visit(
    site.url,
    ids.slice(0, sharePictures).map((id) => `/share/book/${id}.png`),
  )
  await sleep(1000)
  const afterSharing = await rowsOf(`after ${sharePictures} share pictures too`, site)
  const peak = { name: 'peak RSS', value: await peakOf(site.pid), unit: 'MB' }
  const database = { name: 'database processes, PSS', value: await databasePss(site), unit: 'MB' }
  await site.stop()
  return {
    title: 'memory: the app process',
    rows: [...afterStart, ...afterVisits, ...afterSharing, peak, database],
    notes: ['judged by PSS', 'USS: pages that no other process shares'],
  }
}

async function rowsOf(when: string, { pid }: RunningSite): Promise<Row[]> {
  const { rss, pss, uss } = await memoryOf(pid)
  return [
    { name: `PSS ${when}`, value: pss, unit: 'MB', limit },
    { name: `RSS ${when}`, value: rss, unit: 'MB' },
    { name: `USS ${when}`, value: uss, unit: 'MB' },
  ]
}

/**
 * Returns the URL paths of the given pages, of further list pages, of detail pages and of the pictures on all of them.
 */
function pathsFor(ids: string[], pages: string[]): string[] {
  const books = ids.slice(0, details)
  const paths = [
    ...pages,
    '/book?sort=new',
    '/book?sort=score',
    '/globe.svg',
    '/feed.xml',
    ...books.flatMap((id) => [`/book/${id}`, `/cover/${id}.svg`, `/map/book/${id}/wide.svg`]),
  ]
  return Array.from({ length: requests }, (_, i) => paths[i % paths.length] ?? '/')
}

/** Requests the paths with eight simulated visitors at a time, each with its own IP address. */
async function visit(url: string, paths: string[]) {
  const queue = paths.values()
  const walk = async (visitor: number) => {
    for (const path of queue) await mustGet(url + path, browserEncodings, `127.0.0.${visitor + 2}`)
  }
  await Promise.all(Array.from({ length: 8 }, (_, visitor) => walk(visitor)))
}

async function databasePss({ dataDirectory }: RunningSite): Promise<number> {
  const file = await readFile(join(dataDirectory, 'postgres/postmaster.pid'), 'utf8')
  const family = await familyOf(Number.parseInt(file, 10))
  const each = await Promise.all(family.map((pid) => memoryOf(pid)))
  return each.reduce((sum, { pss }) => sum + pss, 0)
}
