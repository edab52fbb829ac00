import { type Browser, chromium } from 'playwright'
import { findBrowser } from '../test/find-browser.ts'
import { epubOf, paragraphsOf, putEpub } from '../test/put-epub.ts'
import { startTestSite } from '../test/test-site.ts'
import { atMost, type Table } from './budget-table.ts'
import { atEnd } from './cleanup.ts'
import { median } from './median.ts'
import { newReaderPage } from './open-reader.ts'
import { requireTestPostgres } from './test-postgres.ts'

const rounds = 7

interface Opened {
  /**
   * Times in milliseconds: `pageMs` from opening the book with an empty browser cache until its last page is visible,
   * `fileMs` for downloading the EPUB file alone.
   */
  pageMs: number
  fileMs: number
  /** Number of the EPUB's inner files that the browser received (`entries`), and their compressed size in bytes. */
  bytes: number
  entries: number
}

/**
 * Compares two times for a book of 5 MB, both with an empty browser cache: opening the book at its last page in the
 * reader, and downloading its EPUB file.
 */
export async function measureReaderApp(): Promise<Table> {
  await requireTestPostgres()
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] })
  atEnd(() => browser.close())
  const site = await startTestSite({ after: (close) => atEnd(async () => close()) })
  const chapters = Array.from({ length: 134 }, (_, at) => ({
    title: `第${at + 1}章`,
    paragraphs: paragraphsOf(80, 420, at + 1),
  }))
  const bytes = epubOf(chapters)
  const ids = await putEpub(site, bytes)
  const all: Opened[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const opened = await open(browser, site.url, ids)
    // The first round of measurements is not counted, because it also fills the server's page cache.
    if (round > 0) all.push(opened)
  }
  const of = (key: keyof Opened) => median(all.map((one) => one[key]))
  return {
    title: `reader: a book of ${(bytes.length / 1e6).toFixed(1)} MB, ${rounds} rounds`,
    rows: [
      { name: 'opened at its last page', value: of('pageMs'), unit: 'ms', limit: atMost(1000) },
      { name: 'its file alone', value: of('fileMs'), unit: 'ms' },
      { name: 'against its file', value: of('pageMs') / of('fileMs'), unit: '×' },
      { name: 'entries requested, of 136', value: of('entries'), unit: '', limit: atMost(3) },
      { name: 'of the book’s bytes', value: (100 * of('bytes')) / bytes.length, unit: '%', limit: atMost(3) },
    ],
    notes: ['both by the browser’s clock over loopback, from a new storage each time; the page with all its scripts'],
  }
}

async function open(browser: Browser, url: string, { bookId, fileId }: { bookId: string; fileId: string }) {
  const page = await newReaderPage(browser, url, { bookId, fileId, fraction: 1 })
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.url().includes('/entry/')) sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto(`${url}/book/${bookId}/read`)
  const seen = () => document.querySelector('.reader-percent')?.textContent === '100%' && performance.now()
  const pageMs = (await (await page.waitForFunction(seen)).jsonValue()) as number
  const fileMs = await page.evaluate(async (path) => {
    const begun = performance.now()
    await (await fetch(path)).arrayBuffer()
    return performance.now() - begun
  }, `/book/${bookId}/file/${fileId}.epub`)
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  await page.context().close()
  return { pageMs, fileMs, bytes, entries: sizes.length }
}
