import assert from 'node:assert/strict'
import { ChildProcess } from 'node:child_process'
import { test, type TestContext } from 'node:test'
import { entryBase } from '#shared/book-text.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { draftEpub, opf, page } from '../../../test/draft-epubs.ts'
import { putEpub } from '../../../test/put-epub.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

const paragraph = '<p onclick="x()">山路上这样想着，人家的灯火在<i>风雪</i>里。</p>'
const rule = '.a { color: red; background: url("https://outside.test/x.png") }\n'
const longPage = page(`<h1>全文</h1>${paragraph.repeat(4000)}<p id="end">到此为止。</p>`)
const sound = Buffer.from(Array.from({ length: 3000 }, (_, at) => at % 251))
const manifest =
  '<item id="s" href="s.css" media-type="text/css"/><item id="m" href="m.mp3" media-type="audio/mpeg"/>' +
  Array.from(
    { length: 1100 },
    (_, at) => `<item id="t${at}" href="t${at}.xhtml" media-type="application/xhtml+xml"/>`,
  ).join('')
const small = Object.fromEntries(
  Array.from({ length: 1100 }, (_, at) => [`OEBPS/t${at}.xhtml`, page(`<p>第 ${at} 页</p>`)]),
)

/** Returns a book with a long page and a long style sheet, and with more files than are listed in the event loop. */
function largeBook(title = '山城记') {
  const parts = { 'OEBPS/c1.xhtml': longPage, 'OEBPS/s.css': rule.repeat(2000), 'OEBPS/m.mp3': sound, ...small }
  return draftEpub({ parts: { ...parts, 'OEBPS/content.opf': opf({ title, manifest }) } })
}

function longBook() {
  return draftEpub({ parts: { 'OEBPS/c1.xhtml': longPage } })
}

/** Records the child processes in which books are read. */
function watchProcesses(t: TestContext): ChildProcess[] {
  const started: ChildProcess[] = []
  const spawn = (ChildProcess.prototype as { spawn?: (...given: unknown[]) => unknown }).spawn ?? assert.fail()
  t.mock.method(
    ChildProcess.prototype as never,
    'spawn' as never,
    function (this: ChildProcess, ...given: unknown[]) {
      started.push(this)
      return spawn.apply(this, given)
    } as never,
  )
  return started
}

test('large pages and books are read in a child process', async (t) => {
  const site = await startTestSite(t)
  const started = watchProcesses(t)
  const ids = await putEpub(site, longBook())
  const large = await putEpub(site, largeBook(), '呐喊')
  const addressOf = async (of: typeof ids, path: string) =>
    site.url + entryBase(await site.visitor.reading.outline(of)) + path
  const reads = countReads(t, site.storage)

  await t.test('a long page is cleaned once, although many ask for it, in any encoding', async () => {
    const address = await addressOf(ids, 'OEBPS/c1.xhtml')
    assert.equal(started.length, 0)
    const ask = (encoding: string) => fetch(address, { headers: { 'accept-encoding': encoding } })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => ask(['gzip', 'br, gzip', 'identity'][at % 3] ?? '')),
    )
    const [text, ...others] = await Promise.all(answers.map((answer) => answer.text()))
    const before = reads.count
    const [again, head] = [await ask('gzip'), await fetch(address, { method: 'HEAD' })]
    assert.deepEqual([again.status, head.status, reads.count], [200, 200, before])
    assert.match(text ?? '', /到此为止/)
    assert.doesNotMatch(text ?? '', /onclick/)
    assert.ok(others.every((other) => other === text))
    assert.deepEqual(
      answers.map(({ headers }) => headers.get('content-encoding')),
      ['gzip', 'gzip', null, 'gzip', 'gzip', null, 'gzip', 'gzip'],
    )
    assert.equal(started.length, 1)
  })

  await t.test('so are a book of many files, its long style sheet and its sounds', async () => {
    const outline = await site.visitor.reading.outline(large)
    assert.equal(outline.sections[0]?.path, 'OEBPS/c1.xhtml')
    const css = await (await fetch(await addressOf(large, 'OEBPS/s.css'))).text()
    assert.match(css, /color: red/)
    assert.doesNotMatch(css, /outside/)
    assert.match(await (await fetch(await addressOf(large, 'OEBPS/t7.xhtml'))).text(), /第 7 页/)
    assert.equal((await fetch(await addressOf(large, 'OEBPS/none.xhtml'))).status, 404)
    const part = await fetch(await addressOf(large, 'OEBPS/m.mp3'), { headers: { range: 'bytes=1000-1099' } })
    assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 1000-1099/${sound.length}`])
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), sound.subarray(1000, 1100))
    assert.equal(started.length, 1)
  })

  await t.test('a book of many files is opened once, although others are read meanwhile', async () => {
    const other = await putEpub(site, largeBook('江城记'), '野草')
    const readsOf = async (of: typeof ids, path: string) => {
      const address = await addressOf(of, path)
      const before = reads.count
      assert.equal((await fetch(address)).status, 200)
      return reads.count - before
    }
    await readsOf(large, 'OEBPS/t20.xhtml')
    const ofOpenBook = await readsOf(large, 'OEBPS/t21.xhtml')
    await readsOf(other, 'OEBPS/t20.xhtml')
    assert.equal(await readsOf(large, 'OEBPS/t22.xhtml'), ofOpenBook)
  })

  await t.test('a passage of a long page is found', async () => {
    const picture = (text: string) =>
      fetch(
        `${site.url}/share/passage/${ids.bookId}.png?${new URLSearchParams({ file: ids.fileId, section: '0', chapter: '0', text })}`,
      )
    assert.equal((await picture('人家的燈火在风雪里')).status, 200)
    assert.equal((await picture('人家的灯火在烈日里')).status, 400)
  })

  await t.test('a crash of the process is told, and the next reader gets another process', async () => {
    const other = await putEpub(site, longBook(), '彷徨')
    const address = await addressOf(other, 'OEBPS/c1.xhtml')
    reads.onRead = () => started.at(-1)?.kill('SIGKILL')
    const failed = await fetch(address)
    reads.onRead = undefined
    assert.deepEqual([failed.status, failed.headers.get('cache-control')], [503, 'no-store'])
    assert.equal((await fetch(address)).status, 200)
    assert.equal(started.length, 2)
  })

  await t.test('a storage that fails is told as such', async () => {
    const lost = await putEpub(site, largeBook('另一本'), '朝花夕拾')
    const key = await site.db
      .selectFrom('bookFile')
      .select('storageKey')
      .where('id', '=', lost.fileId)
      .executeTakeFirstOrThrow()
    reads.failingKey = key.storageKey
    await failureOf(site.visitor.reading.outline(lost), 'unavailable')
    reads.failingKey = undefined
    assert.ok((await site.visitor.reading.outline(lost)).sections.length > 0)
  })
})

/** Counts the reads of the storage, and lets them fail or calls a function when they begin. */
function countReads(t: TestContext, storage: Storage) {
  const reads: { count: number; onRead?: (() => unknown) | undefined; failingKey?: string | undefined } = { count: 0 }
  const get = storage.get.bind(storage)
  t.mock.method(storage, 'get', async (...asked: Parameters<Storage['get']>) => {
    reads.count += 1
    reads.onRead?.()
    if (asked[0] === reads.failingKey) throw new Error('the storage does not answer')
    return get(...asked)
  })
  return reads
}
