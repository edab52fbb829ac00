import { type Browser, chromium, type Page } from 'playwright'
import { convertFile } from '#server/engines/epub/convert/convert-file.ts'
import { noTextChoice } from '#shared/text-choice.ts'
import { findBrowser } from '../test/find-browser.ts'
import { epubOf, paragraphsOf, putEpub } from '../test/put-epub.ts'
import { startTestSite } from '../test/test-site.ts'
import { atEnd } from './bench-process.ts'
import { atMost, median, quantile, type Row, row, type Table } from './budget-table.ts'
import { requireTestPostgres } from './patient-database.ts'

const bookRounds = 5
const novelBytes = 20_000_000
const novelRounds = 2
const fractions = [0, 0.25, 0.5, 0.75, 1]
/** The fractions of a novel at which pages are turned, and how many. */
const turnedAt = new Set([0.25, 0.75])
const turns = 40
const desktop = { width: 1280, height: 720 }
const phone = { width: 390, height: 844 }

/** An EPUB of the running site, and the browser that opens it. */
interface Opening {
  browser: Browser
  url: string
  bookId: string
  fileId: string
}

/**
 * Measures how long a book of 5 MB takes to open at its last page, and how long two plain texts of 20 MB take to open
 * and to turn a page on a phone's screen: a novel with chapters, and a text that is one single line.
 */
export async function measureReader(): Promise<Table> {
  await requireTestPostgres()
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
  atEnd(() => browser.close())
  const site = await startTestSite({ after: (close) => atEnd(async () => close()) })
  const { url } = site
  const book = bookOf5MB()
  const rows = await measureBook({ browser, url, ...(await putEpub(site, book)) }, book.length)
  const novel = novelOf20MB()
  for (const [name, title, text] of [
    ['a novel of 20 MB', '边城', novel],
    ['a line of 20 MB', '呐喊', novel.replaceAll('\n', '')],
  ] as const) {
    const ids = await putEpub(site, await convert(text), title)
    rows.push(...(await measureNovel(name, { browser, url, ...ids })))
  }
  return {
    title: `reader: ${bookRounds} rounds of a book, ${novelRounds} of each novel at ${fractions.length} positions`,
    rows,
    notes: [
      'opening: by the browser’s clock over loopback, from a new storage each time; the page with all its scripts',
      'turning: from the key to the frame that shows the next page, sections that begin meanwhile included',
    ],
  }
}

function bookOf5MB(): Buffer {
  const chapters = Array.from({ length: 134 }, (_, at) => ({
    title: `第${at + 1}章`,
    paragraphs: paragraphsOf(80, 420, at + 1),
  }))
  return epubOf(chapters)
}

async function measureBook(opening: Opening, size: number): Promise<Row[]> {
  const all: { ms: number; bytes: number; entries: number }[] = []
  // The first round is not counted, because it also fills the server's page cache.
  for (let round = 0; round <= bookRounds; round += 1) {
    const page = await newReaderPage(opening, 1, desktop)
    const sizes: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      if (request.url().includes('/entry/'))
        sizes.push(
          request.response().then(async (answer) => Number((await answer?.headerValue('content-length')) ?? NaN)),
        )
    })
    const isLast = () => document.querySelector('.reader-percent')?.textContent === '100%' && performance.now()
    const ms = await open(page, opening, isLast)
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    await page.context().close()
    if (round > 0) all.push({ ms, bytes, entries: sizes.length })
  }
  const of = (key: 'ms' | 'bytes' | 'entries') => median(all.map((one) => one[key]))
  return [
    row(`a book of ${(size / 1e6).toFixed(1)} MB, opened at its last page`, of('ms'), 'ms', atMost(1000)),
    row('— entries requested, of 136', of('entries'), '', atMost(3)),
    row('— of its bytes', (100 * of('bytes')) / size, '%', atMost(3)),
  ]
}

/** Returns a made-up text of 20 MB in UTF-8, with a heading every 3,000 characters or so. */
function novelOf20MB(): string {
  const chapters: string[] = []
  for (let size = 0, at = 1; size < novelBytes; at += 1) {
    const chapter = `第${at}章 船\n\n${paragraphsOf(40, 75, at).join('\n')}\n\n`
    size += Buffer.byteLength(chapter)
    chapters.push(chapter)
  }
  return chapters.join('')
}

async function convert(text: string): Promise<Buffer> {
  const words = { rights: '公有领域', source: '为测量而写' }
  const converted = await convertFile({ name: '渡口.txt', bytes: Buffer.from(text), words, choice: noTextChoice })
  if (!('epub' in converted)) throw new Error('the text was read but not converted')
  return converted.epub
}

async function measureNovel(name: string, opening: Opening): Promise<Row[]> {
  const opened: number[] = []
  const turned: number[] = []
  const isShown = () => document.querySelector('.reader-text[aria-busy="false"]') !== null && performance.now()
  for (const fraction of fractions) {
    const times: number[] = []
    // The first round is not counted, because it also fills the server's page cache.
    for (let round = 0; round <= novelRounds; round += 1) {
      const page = await newReaderPage(opening, fraction, phone)
      const ms = await open(page, opening, isShown)
      if (round > 0) times.push(ms)
      if (round === novelRounds && turnedAt.has(fraction)) turned.push(...(await turnPages(page)))
      await page.context().close()
    }
    opened.push(median(times))
  }
  return [
    row(`${name}, opened, slowest of five positions`, Math.max(...opened), 'ms', atMost(1000)),
    row('— a page turned, median', median(turned), 'ms', atMost(50)),
    row('— p95', quantile(turned, 0.95), 'ms', atMost(50)),
  ]
}

/**
 * Opens an empty page in a new browser context, whose only data of the site is the reading progress in the book, from 0
 * to 1. The caller must close the context.
 */
async function newReaderPage({ browser, url, bookId, fileId }: Opening, fraction: number, viewport: typeof phone) {
  const updatedAt = '2026-01-01T00:00:00.000Z'
  const progress = { bookId, fileId, locator: '', fraction, updatedAt, deviceId: fileId, device: '' }
  const value = JSON.stringify({ progress, annotations: [], unsent: [] })
  const origins = [{ origin: url, localStorage: [{ name: `reading:visitor:${bookId}`, value }] }]
  const storageState = { cookies: [], origins }
  const context = await browser.newContext({ storageState, viewport, reducedMotion: 'reduce' })
  return context.newPage()
}

/** Opens the book and returns the milliseconds until `seen` finds what it looks for in the page. */
async function open(page: Page, { url, bookId }: Opening, seen: () => number | false): Promise<number> {
  await page.goto(`${url}/book/${bookId}/read`)
  return (await (await page.waitForFunction(seen)).jsonValue()) as number
}

/** Turns pages one after another by the keyboard, and returns the milliseconds that each takes. */
async function turnPages(page: Page): Promise<number[]> {
  return page.evaluate(async (count) => {
    const pages = document.querySelector('book-paginator')
    const turn = () =>
      new Promise<number>((done) => {
        const begun = performance.now()
        // The page is painted in the first frame after the event, and a timer that is set in this frame runs after the
        // painting.
        const painted = () => setTimeout(() => done(performance.now() - begun))
        pages?.addEventListener('relocate', () => requestAnimationFrame(painted), { once: true })
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
      })
    const times: number[] = []
    for (let at = 0; at < count; at += 1) {
      times.push(await turn())
      // After each turn the reader stores the position and prepares the next pages. The pause keeps this work out of
      // the measured time of the next turn.
      await new Promise((done) => setTimeout(done, 100))
    }
    return times
  }, turns)
}
