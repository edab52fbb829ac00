import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Failure } from '#shared/api/failure.ts'
import { draftEpub } from '../../../../test/draft-epubs.ts'
import { openImportAdmin } from '../../../../test/send-import.ts'
import { startTestSite } from '../../../../test/test-site.ts'
import { examineInChildProcess } from './run-reading-process.ts'

/** Random text does not compress well, so that an archive of it stays below the allowed compression ratio. */
const hex = randomBytes(8192).toString('hex')
/**
 * Matches the message for a file that needs too much memory, and the one for a file that needs too much time: a slow
 * machine may reach the time limit before the memory limit.
 */
const tooMuch = /(内存超出了限度|过了限定的时间还没有读完)，没有收下/

test('files that would exhaust the memory or the time are refused, and the site goes on answering', async (t) => {
  const site = await startTestSite(t, {}, { runsJobs: true })
  const { visitor, newEditor } = site
  const editor = await newEditor('编辑甲')
  const importAdmin = openImportAdmin(site, editor)
  const { send } = importAdmin
  const sent = await send('a.txt', Buffer.alloc(48 * 1024 * 1024, '\n').fill('甲', 0, 3))

  await t.test('when they are judged', async () => {
    const examined = importAdmin.judge(sent)
    const isDone = examined.then(() => true)
    await visitor.library.tags()
    assert.equal(await Promise.race([isDone, visitor.library.tags().then(() => false)]), false)
    const verdict = await examined
    assert.equal(verdict.kind, 'refused')
    assert.match(verdict.message, tooMuch)
    await visitor.library.tags()
  })

  const cases: [string, string, Buffer, RegExp][] = [
    ['chapters without end', 'a.txt', Buffer.from('第一章 x\n'.repeat(20_001)), /章节多/],
    ['headings without end', 'a.md', Buffer.from('# a\n'.repeat(20_001)), /章节多/],
    ['headings underlined', 'a.md', Buffer.from('a\n=\n\n'.repeat(20_001)), /章节多/],
    ['markup without end', 'a.epub', draftEpub({ body: '<li>x'.repeat(150_001) + hex }), /标记多/],
  ]
  for (const [what, name, bytes, words] of cases)
    await t.test(`${what} is counted and refused`, async () => {
      const { kind, message } = await importAdmin.judge(await send(name, bytes))
      assert.equal(kind, 'refused')
      assert.match(message, words)
    })

  await t.test('when they are stored', async () => {
    const chapters = await send('a.txt', Buffer.from('第一章 x\n'.repeat(20_001)))
    const storing = importAdmin.store({ ...chapters, bookId: null, rights: '作者卒于 1900 年，已入公有领域。' })
    await assert.rejects(storing, (error) => error instanceof Failure && /章节多/.test(error.message))
    assert.equal((await editor.api.library.importedFiles()).list.length, 0)
  })

  await t.test('the next file is read as usual', async () => {
    assert.equal((await importAdmin.judge(await send('a.epub', draftEpub()))).kind, 'new')
  })
})

test('an import that exceeds its time limit is ended and refused', async () => {
  await assert.rejects(
    examineInChildProcess('a.epub', draftEpub(), { limits: { seconds: 0.001, heapMegabytes: 512 } }),
    (error) => error instanceof Failure && /过了限定的时间/.test(error.message),
  )
})

test('a long novel is accepted', async () => {
  const lines = Array.from(
    { length: 140_000 },
    (_, at) => `这是第${at}句话，他在${(at * 7919) % 10_007}年来到山中，看见${(at * 31) % 977}座城，城里的人都不说话。`,
  )
  const bytes = Buffer.from(lines.join('\n'))
  assert.ok(bytes.length > 12_000_000)
  const { countChapters, countCharacters } = await examineInChildProcess('a.txt', bytes)
  assert.ok(countChapters > 100 && countCharacters > 4_000_000)
})
