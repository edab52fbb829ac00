import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '#server/db/open-database.ts'
import { createTestDatabase } from '../../test/test-database.ts'

const rights = '作者卒于 1900 年，已入公有领域。'
const program = resolve(import.meta.dirname, 'import-directory.ts')

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
  const run = (...words: string[]) =>
    new Promise<{ code: number; output: string }>((done) => {
      const env = { PATH: process.env['PATH'], DATABASE_URL: address, DATA_DIR: directory }
      execFile(process.execPath, [program, '--rights', rights, ...words], { env, cwd: directory }, (error, out, err) =>
        done({ code: error === null ? 0 : 1, output: out + err }),
      )
    })
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

  await t.test('two concurrent commands create one book', async () => {
    const other = await write('b.txt', `第一章 全文\n${'他那样想。'.repeat(220)}`)
    const [one, two] = await Promise.all([run('--new', whole), run('--new', other)])
    assert.deepEqual([one.code, two.code], [0, 0], one.output + two.output)
    assert.ok((await countsOfFiles()).length <= 2)
  })

  await t.test('a much shorter text of the same title replaces nothing without --replace', async () => {
    const before = await countsOfFiles()
    const excerpt = await write('c.txt', '第一章 试读\n他想。')
    const refused = await run(excerpt)
    assert.equal(refused.code, 1)
    assert.match(refused.output, /这个只有 \d+ 字，不会自动替换/)
    assert.match(refused.output, /--replace/)
    assert.deepEqual(await countsOfFiles(), before)
    assert.equal((await run('--replace', excerpt)).code, 0)
    assert.ok((await countsOfFiles()).some((count) => count < 100))
  })
})
