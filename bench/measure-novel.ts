import { type Browser, chromium, type Page } from 'playwright'
import { convertFile } from '#server/engines/epub/convert/convert-file.ts'
import { noTextChoice } from '#shared/text-choice.ts'
import { findBrowser } from '../test/find-browser.ts'
import { paragraphsOf, putEpub } from '../test/put-epub.ts'
import { startTestSite } from '../test/test-site.ts'
import { atMost, type Row, type Table } from './budget-table.ts'
import { atEnd } from './cleanup.ts'
import { median } from './median.ts'
import { newReaderPage } from './open-reader.ts'
import { requireTestPostgres } from './test-postgres.ts'

const rounds = 3
const textBytes = 20_000_000
const fractions = [0, 0.25, 0.5, 0.75, 1]
const turns = 80
const phone = { width: 390, height: 844 }

/**
 * Measures how long two plain texts of 20 MB take to open and to turn a page, on the screen of a phone: a novel with
 * chapters, and a text that is one single line. Each text is opened at five positions.
 */
export async function measureNovel(): Promise<Table> {
  await requireTestPostgres()
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] })
  atEnd(() => browser.close())
  const site = await startTestSite({ after: (close) => atEnd(async () => close()) })
  const rows: Row[] = []
  for (const [name, title, text] of [
    ['a novel', '边城', novel()],
    ['one line', '呐喊', novel().replaceAll('\n', '')],
  ] as const) {
    const { bookId, fileId } = await putEpub(site, await convert(text), title)
    rows.push(...(await measureText(name, browser, site.url, { bookId, fileId })))
  }
  return {
    title: `novel: a text of ${textBytes / 1e6} MB, ${rounds} rounds, ${turns} pages turned in each of two places`,
    rows,
    notes: [
      'opening: by the browser’s clock over loopback, from a new storage each time; the page with all its scripts',
      'turning: from the key to the frame that shows the next page, sections that begin meanwhile included',
    ],
  }
}

/** Returns a made-up text of `textBytes` bytes in UTF-8, with a heading every 3,000 characters or so. */
function novel(): string {
  const chapters: string[] = []
  for (let size = 0, at = 1; size < textBytes; at += 1) {
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

async function measureText(
  name: string,
  browser: Browser,
  url: string,
  ids: { bookId: string; fileId: string },
): Promise<Row[]> {
  const opened: number[] = []
  const turned: number[] = []
  for (const fraction of fractions) {
    const times: number[] = []
    // The first round of measurements is not counted, because it also fills the server's page cache.
    for (let round = 0; round <= rounds; round += 1) {
      const page = await newReaderPage(browser, url, { ...ids, fraction }, phone)
      const ms = await open(page, `${url}/book/${ids.bookId}/read`)
      if (round > 0) times.push(ms)
      if (round === rounds && (fraction === 0.25 || fraction === 0.75)) turned.push(...(await turnPages(page)))
      await page.context().close()
    }
    opened.push(median(times))
  }
  const sorted = turned.toSorted((one, other) => one - other)
  return [
    { name: `${name}, opened, slowest of five positions`, value: Math.max(...opened), unit: 'ms', limit: atMost(1000) },
    { name: '— the fastest position', value: Math.min(...opened), unit: 'ms' },
    { name: '— a page turned, median', value: median(turned), unit: 'ms', limit: atMost(50) },
    { name: '— p95', value: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? NaN, unit: 'ms', limit: atMost(50) },
    { name: '— slowest', value: sorted.at(-1) ?? NaN, unit: 'ms' },
  ]
}

/** Opens the book and returns the milliseconds until its text is visible. */
async function open(page: Page, url: string): Promise<number> {
  await page.goto(url)
  const isShown = () => document.querySelector('.reader-text[aria-busy="false"]') !== null && performance.now()
  return (await (await page.waitForFunction(isShown)).jsonValue()) as number
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
