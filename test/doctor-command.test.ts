import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { findBookId } from './find-book-id.ts'
import { operatorCommand } from './operator-command.ts'
import { databaseAddress } from './site-process.ts'
import { startTestSite } from './test-site.ts'
import { findCopyReason } from '#server/http/site/own-site.ts'

test('npm run doctor changes nothing, and with --fix repairs a running site once', async (t) => {
  const { connection, db, files, storage, visitor } = await startTestSite(t)
  const folder = await mkdtemp(join(tmpdir(), 'zhitu-doctor-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'data'))
  await symlink(files, join(folder, 'data', 'storage'))
  const environment = { DATABASE_URL: databaseAddress(connection), DATA_DIR: join(folder, 'data') }
  const doctor = (args: string[], expected: number) => operatorCommand('diagnose-site', args, environment, expected)
  assert.match(await doctor(['--repair'], 2), /^用法：npm run doctor -- \[--fix\]/)

  const id = await findBookId(db, '边城')
  await sql`update book set likes = 40 where id = ${id}`.execute(db)
  await sql`delete from search_book where book_id = ${id}`.execute(db)
  const likes = async () => (await visitor.book.show({ id })).likes
  const seen = await doctor([], 1)
  assert.match(seen, /问题　计数：1 本书.*\n　+→ 运行 npm run doctor -- --fix 就能修好/)
  assert.match(seen, /2 个问题，\d+ 条建议。其中 2 项可以用 npm run doctor -- --fix 修好。\n$/)
  assert.equal(await likes(), 40)

  const fixed = await doctor(['--fix'], 0)
  assert.deepEqual(fixed.match(/^修好　[^：]+/gm), ['修好　计数', '修好　搜索的索引'])
  assert.match(fixed, /没有问题/)
  assert.equal(await likes(), 0, 'the running site shows the number that was counted again')
  assert.equal((await visitor.search.books({ query: '边城' })).list[0]?.book.id, id)
  assert.doesNotMatch(await doctor(['--fix'], 0), /修好/)

  await findCopyReason({ db, storage, installation: { publicUrl: 'https://elsewhere.example', folder: '' } })
  assert.match(
    await doctor([], 0),
    /建议　正本：.*https:\/\/elsewhere\.example 的副本，.*不自动备份.*\n.*npm run adopt/,
  )
})
