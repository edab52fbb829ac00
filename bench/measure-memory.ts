import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, row, type Table } from './budget-table.ts'
import { browserEncodings, mustGet } from './http-client.ts'
import { pssOf } from '../test/process-usage.ts'
import { bookIds, publicPages, somePageIds } from './public-pages.ts'
import { startSite } from './running-site.ts'

const requests = 5000
const details = 280
const sharePictures = 40

/** Measures the memory of the app process after the start, and after visitors have opened all of its pages. */
export async function measureMemory(): Promise<Table> {
  const site = await startSite()
  const rowOf = async (when: string) => {
    await sleep(1000)
    return row(`PSS ${when}`, await pssOf(site.pid), 'MB', atMost(300))
  }
  const rows = [
    row('warm start until /readyz answers 200', site.readyAfterMs / 1000, 's', atMost(3)),
    await rowOf('after a start'),
  ]
  const ids = await bookIds(site.url)
  await visit(site.url, pathsFor(ids, publicPages(await somePageIds(site.url))))
  rows.push(await rowOf(`after ${requests} requests`))
  const pictures = ids.slice(0, sharePictures).map((id) => `/share/book/${id}.png`)
  await visit(site.url, pictures)
  rows.push(await rowOf(`after ${sharePictures} share pictures too`))
  rows.push(row('exit code after SIGTERM', Number(await site.stop()), '', atMost(0)))
  return { title: 'memory: the app process', rows }
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
