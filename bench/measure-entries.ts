import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { entryBase } from '#shared/book-text.ts'
import { draftEpub, opf, page } from '../test/draft-epubs.ts'
import { operatorCommand } from '../test/operator-command.ts'
import { paragraphsOf } from '../test/put-epub.ts'
import { atMost, type Table } from './budget-table.ts'
import { memoryOf } from './process-memory.ts'
import { mustGet } from './raw-get.ts'
import { type RunningSite, startSite } from './running-site.ts'

const readers = 60
const fontBytes = 30_000_000
const pageBytes = 5_800_000
const styleBytes = 2_600_000

/**
 * Measures what large files of a book cost the site that serves them: the memory that readers hold who take nothing of
 * a font, and the processor time of the event loop's thread when a long page and a long style sheet are read for the
 * first time, which is at least the time for which every other answer waits.
 */
export async function measureEntries(): Promise<Table> {
  const site = await startSite()
  const base = await importBook(site)
  // The style sheet comes first, so its time contains that of starting the child process.
  const style = await loopTime(site, `${base}OEBPS/s.css`)
  const text = await loopTime(site, `${base}OEBPS/c1.xhtml`)
  const held = await heldBySlowReaders(site, `${base}OEBPS/f.ttf`)
  await site.stop()
  return {
    title: 'entries: large files of a book',
    rows: [
      { name: `memory held by ${readers} readers of a font of 30 MB, PSS`, value: held, unit: 'MB', limit: atMost(60) },
      { name: 'event loop, for a page of 5.8 MB', value: text, unit: 'ms', limit: atMost(50) },
      { name: 'event loop, for a style sheet of 2.6 MB', value: style, unit: 'ms', limit: atMost(50) },
    ],
    notes: ['the readers take nothing', 'processor time of the main thread, in steps of 10 ms'],
  }
}

/** Imports a book with large files and returns the URL path below which its entries are served. */
async function importBook({ url, dataDirectory }: RunningSite): Promise<string> {
  const file = join(dataDirectory, 'large.epub')
  await writeFile(file, largeBook())
  const words = ['--new', '--rights', '为测试而写', '--source', '为测试而写', file]
  await operatorCommand('import-files', words, { DATA_DIR: dataDirectory, DATABASE_URL: '' })
  const newest = await mustGet(`${url}/book?sort=new`)
  const id = /href="\/book\/([\da-f-]{36})"/.exec(newest.body.toString())?.[1] ?? ''
  const { data } = JSON.parse((await mustGet(`${url}/api/v1/reading/${id}/outline`)).body.toString())
  return entryBase(data)
}

function largeBook(): Buffer {
  const paragraphs = paragraphsOf(pageBytes / 400, 120).map((text) => `<p><span class="x">${text}</span><i>风</i></p>`)
  const rules = Array.from(
    { length: styleBytes / 60 },
    (_, at) => `.a${at} > p { margin: ${at % 97}px auto; font: 1em/2 serif } /* 一 */\n`,
  )
  const manifest = '<item id="f" href="f.ttf" media-type="font/ttf"/><item id="s" href="s.css" media-type="text/css"/>'
  return draftEpub({
    parts: {
      'OEBPS/content.opf': opf({ title: `量度 ${Date.now()}`, manifest }),
      'OEBPS/c1.xhtml': page(paragraphs.join('')),
      'OEBPS/s.css': rules.join(''),
      'OEBPS/f.ttf': randomBytes(fontBytes),
    },
  })
}

/** Returns the processor time of the site's main thread while a file is read for the first time, in milliseconds. */
async function loopTime({ url, pid }: RunningSite, path: string): Promise<number> {
  const before = await mainThreadTime(pid)
  const { status } = await fetch(url + path, { method: 'HEAD' })
  if (status !== 200) throw new Error(`${path}: ${status}`)
  return (await mainThreadTime(pid)) - before
}

async function mainThreadTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return ((user ?? 0) + (system ?? 0)) * 10
}

/** Returns by how many MB the site grows when readers ask for a file, each over an own connection, and take nothing. */
async function heldBySlowReaders({ url, pid }: RunningSite, path: string): Promise<number> {
  await fetch(url + path, { method: 'HEAD' })
  const before = await memoryOf(pid)
  const sockets = Array.from({ length: readers }, () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\naccept-encoding: gzip\r\n\r\n`)
    return socket
  })
  await sleep(5000)
  const { pss } = await memoryOf(pid)
  sockets.forEach((socket) => socket.destroy())
  return pss - before.pss
}
