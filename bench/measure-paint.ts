import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atLeast, atMost, type Row, type Table } from './budget-table.ts'
import { atEnd } from './cleanup.ts'
import { median } from './median.ts'
import { bookIds, pageName, somePageIds } from './public-pages.ts'
import { mustGet } from './raw-get.ts'
import { type Painting, runLighthouse } from './run-lighthouse.ts'
import { startSite } from './running-site.ts'

const rounds = 3

/** Measures with Lighthouse how soon the pages of books, people and places are visible on a simulated phone. */
export async function measurePaint(): Promise<Table> {
  const site = await startSite()
  const bare = await serveBarePage()
  const { bookId, personId, placeId } = await somePageIds(site.url)
  const paths = ['/book', '/book/freeBook', `/book/${bookId}`, `/person/${personId}`, `/place/${placeId}`]
  const pages = [
    { name: 'bare page', url: bare },
    { name: '/', url: `${site.url}/` },
    ...paths.map((path) => ({ name: pageName(path), url: site.url + path })),
  ]
  const paintings = new Map<string, Painting[]>(pages.map(({ name }) => [name, []]))
  // The pages are measured in turn, so that other work on the machine slows all of them down equally.
  for (let round = 0; round < rounds; round++)
    for (const { name, url } of pages) paintings.get(name)?.push(await runLighthouse(url))
  const rows = [...paintings].flatMap(([name, runs]) => rowsOf(name, runs))
  const covers = await weighCovers(site.url)
  await site.stop()
  return {
    title: `paint: Lighthouse on its simulated phone, medians of ${rounds}`,
    rows: [...rows, { name: 'drawn cover, mean', value: covers, unit: 'kB', limit: atMost(6) }],
    notes: [
      'home page: without a graphics card the browser draws the globe by processor, so its blocking time has no limit',
    ],
  }
}

function rowsOf(name: string, runs: Painting[]): Row[] {
  const of = (key: keyof Painting) => median(runs.map((run) => run[key]))
  const largestPaint = { name: `${name}: largest paint`, value: of('largestPaintMs') / 1000, unit: 's' }
  const blocking = { name: `${name}: blocking time`, value: of('blockingMs'), unit: 'ms' }
  const score = { name: `${name}: score`, value: of('performance'), unit: '' }
  const shift = { name: `${name}: layout shift`, value: of('layoutShift'), unit: '', limit: atMost(0) }
  if (name === 'bare page') return [score, largestPaint, blocking]
  if (name === '/')
    return [
      { ...largestPaint, limit: atMost(1.8) },
      shift,
      { name: `${name}: touch targets`, value: of('touchTargets'), unit: '', limit: atLeast(1) },
    ]
  return [
    { ...score, limit: atLeast(0.99) },
    { ...largestPaint, limit: atMost(1.3) },
    { ...blocking, limit: atMost(100) },
    shift,
  ]
}

/** Returns the mean size of the covers that the site draws, as they are sent, in kB of 1000 bytes. */
async function weighCovers(url: string): Promise<number> {
  const ids = await bookIds(url)
  let bytes = 0
  for (const id of ids) bytes += (await mustGet(`${url}/cover/${id}.svg`, 'br')).body.length
  return bytes / ids.length / 1000
}

/** Serves a page that consists of one file without styles, scripts and pictures. Returns its URL. */
async function serveBarePage(): Promise<string> {
  const page = `<!doctype html><html lang="zh-Hans"><meta name="viewport" content="width=device-width"><title>知图</title>
<h1>好书推荐</h1><p>${'每一本都有编辑的一句话。'.repeat(40)}</p></html>`
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  atEnd(async () => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
