import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { createTestDatabase } from '../../../test/test-database.ts'

const rights = '作者卒于 1900 年，已入公有领域。'

test('import on the command line', async (t) => {
  const { connection, drop } = await createTestDatabase()
  const directory = await mkdtemp(join(tmpdir(), 'zhitu-import-'))
  const db = openDatabase(connection, () => undefined)
  t.after(async () => {
    await db.destroy()
    await drop()
    await rm(directory, { recursive: true, force: true })
  })
  const { user, password, host, port, database } = connection as Record<string, string>
  const address = `postgres://${user}:${encodeURIComponent(password ?? '')}@localhost/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`
  const runProgram = (program: string, words: string[]) =>
    new Promise<{ code: number; output: string }>((done) => {
      const env = { PATH: process.env['PATH'], DATABASE_URL: address, DATA_DIR: directory }
      const path = resolve(import.meta.dirname, program)
      execFile(process.execPath, [path, ...words], { env, cwd: directory }, (error, out, err) =>
        done({ code: Number(error?.code ?? 0), output: out + err }),
      )
    })
  const run = (...words: string[]) => runProgram('import-files.ts', ['--rights', rights, ...words])
  const write = async (name: string, text: string) => {
    await writeFile(join(directory, name), `书名：山中城\n作者：某人\n${text}`)
    return join(directory, name)
  }
  const countsOfFiles = async () => {
    const rows = await db
      .selectFrom('bookFile')
      .innerJoin('book', 'book.id', 'bookId')
      .select(['bookId', 'countCharacters'])
      .where('book.title', '=', '山中城')
      .where('format', '=', 'epub')
      .orderBy('countCharacters')
      .execute()
    assert.equal(new Set(rows.map(({ bookId }) => bookId)).size, 1)
    return rows.map(({ countCharacters }) => countCharacters)
  }
  const whole = await write('a.txt', `第一章 全文\n${'他这样想。'.repeat(200)}`)

  await t.test('a book that the catalogue lacks is created only with --new', async () => {
    const { code, output } = await run(whole)
    assert.equal(code, 1)
    assert.match(output, /没有导入：加上 --new 才会新建/)
    assert.equal(await db.selectFrom('book').select('id').where('title', '=', '山中城').executeTakeFirst(), undefined)
  })

  await t.test('two concurrent commands create one book', async () => {
    const other = await write('b.txt', `第一章 全文\n${'他那样想。'.repeat(220)}`)
    const [one, two] = await Promise.all([run('--new', whole), run('--new', other)])
    assert.deepEqual([one.code, two.code], [0, 0], one.output + two.output)
    assert.ok((await countsOfFiles()).length <= 2)
  })

  await t.test('a text of the same title replaces nothing unless the operator says so', async () => {
    const before = await countsOfFiles()
    const next = await write('c.txt', `第一章 全文\n${'他又这样想。'.repeat(210)}\n第二章 后来\n他走了。`)
    const asked = await run('--dry-run', next)
    assert.match(asked.output, /字数 \d+ → 1072/)
    assert.match(asked.output, /1 节不变，1 节改动，新增 1 节，去掉 0 节\n.*· 改动 第一章 全文.*\n.*· 新增 第二章 后来/)
    const refused = await run(next)
    assert.equal(refused.code, 1)
    assert.match(refused.output, /没有导入；要替换请加 --replace，要两份都留着请加 --beside/)
    assert.deepEqual(await countsOfFiles(), before)
    assert.equal((await run('--replace', next)).code, 0)
    const after = await countsOfFiles()
    assert.deepEqual([after.length, after.includes(1072)], [before.length, true])
  })

  await t.test('a much shorter text replaces a text only with --replace-with-shorter', async () => {
    const before = await countsOfFiles()
    const excerpt = await write('d.txt', '第一章 试读\n他想。')
    const refused = await run('--replace', excerpt)
    assert.equal(refused.code, 1)
    assert.match(refused.output, /它短得多，确实要替换，请再加 --replace-with-shorter/)
    assert.deepEqual(await countsOfFiles(), before)
    assert.equal((await run('--replace', '--replace-with-shorter', excerpt)).code, 0)
    assert.ok((await countsOfFiles()).some((count) => count < 100))
  })

  await t.test('the replaced text is put back', async () => {
    const restore = (...words: string[]) => runProgram('restore-text.ts', words)
    const { output } = await restore()
    const [, id = ''] = /^([\da-f-]+) {2}《山中城》 .*旧的 1072 字/m.exec(output) ?? []
    const restored = await restore(id)
    assert.match(restored.output, /《山中城》已换回旧的正文，1072 字。/)
    assert.ok((await countsOfFiles()).includes(1072))
    assert.equal((await restore('x')).code, 2)
  })
})
