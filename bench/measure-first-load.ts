import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { findBrowser } from '../test/find-browser.ts'
import { atLeast, atMost, median, type Row, row, type Table } from './budget-table.ts'
import { mustGet } from './http-client.ts'
import { bookIds, pageName, publicPages, somePageIds } from './public-pages.ts'
import { type RunningSite, startSite } from './running-site.ts'

// Lighthouse is not a dependency of the project, because it weighs 176 MB. npm downloads it on the first use.
const lighthouse = 'lighthouse@13.5.0'
const flags = ['--only-categories=performance', '--output=json', '--quiet', '--disable-full-page-screenshot']
/** The number of times that a page is painted again if its first painting exceeds a limit; the median counts then. */
const repeats = 2
const coversWeighed = 60

/** Measures the bytes that the public pages load first, and how soon a simulated phone has painted the most visited. */
export async function measureFirstLoad(): Promise<Table> {
  const site = await startSite()
  const ids = await somePageIds(site.url)
  const { bookId, personId, placeId } = ids
  const painted = ['/', '/book', '/book/freeBook', `/book/${bookId}`, `/person/${personId}`, `/place/${placeId}`]
  const rows = [
    ...(await weighPages(site, publicPages(ids))),
    row('drawn cover, mean', await weighCovers(site), 'kB', atMost(6)),
  ]
  for (const path of painted) rows.push(...(await paintPage(site, path)))
  await site.stop()
  return {
    title: 'first load: bytes in brotli, and Lighthouse on its simulated phone',
    rows,
    notes: [
      'script: the modules that the page lists, which load after its first paint',
      '`/`: without a graphics card the browser draws the globe by processor, so its blocking time and score have no limit',
    ],
  }
}

/** Returns for script and style sheets the page that loads most of them, in kB of 1000 bytes. */
async function weighPages({ url }: RunningSite, paths: string[]): Promise<Row[]> {
  const weighed: { path: string; script: number; css: number }[] = []
  for (const path of paths) {
    const { scripts, styles } = linksIn(String((await mustGet(url + path)).body))
    if (scripts.length === 0 || styles.length === 0) throw new Error(`${path} links to no script or style`)
    const bytes = async (files: string[]) => {
      const sizes = await Promise.all(files.map((file) => brotliSize(url + file)))
      return sizes.reduce((sum, size) => sum + size, 0) / 1000
    }
    weighed.push({ path: pageName(path), script: await bytes(scripts), css: await bytes(styles) })
  }
  const most = (key: 'script' | 'css') => weighed.reduce((most, one) => (one[key] > most[key] ? one : most))
  return [
    row(
      `script of ${most('script').path}, the most of ${paths.length} pages`,
      most('script').script,
      'kB',
      atMost(110),
    ),
    row(`css of ${most('css').path}, the most of them`, most('css').css, 'kB', atMost(20)),
  ]
}

/** Returns the size of a file in brotli; the server may send small files uncompressed. */
async function brotliSize(url: string): Promise<number> {
  const { headers, body } = await mustGet(url, 'br')
  if (headers['content-encoding'] !== 'br' && body.length > 1024) throw new Error(`${url} did not come in brotli`)
  return body.length
}

function linksIn(html: string) {
  const tags = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)].map(([tag]) => tag)
  const values = (kind: RegExp, attribute: RegExp) => [
    ...new Set(tags.filter((tag) => kind.test(tag)).flatMap((tag) => attribute.exec(tag)?.[1] ?? [])),
  ]
  return {
    scripts: values(/^<script/, /\bdata-modules="([^"]+)"/).flatMap((modules) => modules.split(' ')),
    styles: values(/rel="stylesheet"/, /href="([^"]+)"/),
  }
}

/** Returns the mean size of covers that the site draws, as they are sent, in kB of 1000 bytes. */
async function weighCovers({ url }: RunningSite): Promise<number> {
  const ids = await bookIds(url)
  const step = Math.ceil(ids.length / coversWeighed)
  const sizes: number[] = []
  for (let at = 0; at < ids.length; at += step)
    sizes.push((await mustGet(`${url}/cover/${ids[at]}.svg`, 'br')).body.length)
  return sizes.reduce((sum, size) => sum + size, 0) / sizes.length / 1000
}

/** The results of one run of Lighthouse: its score from 0 to 1, and times in milliseconds. */
interface Painting {
  score: number
  largestPaintMs: number
  blockingMs: number
  layoutShift: number
}

async function paintPage({ url }: RunningSite, path: string): Promise<Row[]> {
  const paintings = [await runLighthouse(url + path)]
  const isTooMuch = ({ score, largestPaintMs }: Painting) => score < 0.99 || largestPaintMs > 1300
  for (let turn = 0; turn < repeats && paintings.some(isTooMuch); turn++)
    paintings.push(await runLighthouse(url + path))
  const of = (key: keyof Painting) => median(paintings.map((painting) => painting[key]))
  const isHome = path === '/'
  return [
    row(`${pageName(path)}: largest paint`, of('largestPaintMs') / 1000, 's', atMost(isHome ? 1.5 : 1.3)),
    row('— score', of('score'), '', isHome ? undefined : atLeast(0.99)),
    row('— blocking time', of('blockingMs'), 'ms', isHome ? undefined : atMost(100)),
    row('— layout shift', of('layoutShift'), '', atMost(0)),
  ]
}

interface Report {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null }>
  audits: Record<string, { score: number | null; numericValue?: number }>
}

/** Loads a page as Lighthouse does on its simulated phone: a slow connection and a quarter of the processor's speed. */
async function runLighthouse(url: string): Promise<Painting> {
  const npm = process.env['npm_execpath'] ?? ''
  const run = ['exec', '--yes', '--', lighthouse, url, ...flags, '--chrome-flags=--headless=new --no-sandbox']
  const child = spawn(process.execPath, [npm, ...run], {
    env: { ...process.env, CHROME_PATH: findBrowser() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const { runtimeError, categories, audits } = JSON.parse(output) as Report
  if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`)
  const valueOf = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return {
    score: categories['performance']?.score ?? Number.NaN,
    largestPaintMs: valueOf('largest-contentful-paint'),
    blockingMs: valueOf('total-blocking-time'),
    layoutShift: valueOf('cumulative-layout-shift'),
  }
}
