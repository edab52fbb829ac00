import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '../../test/test-database.ts'
import { migrate } from './migrate.ts'

test('a migration steps back from a table in use, says so, and goes on once it is free', async (t) => {
  const { connection, drop } = await createTestDatabase()
  const user = new pg.Client(connection)
  await user.connect()
  t.after(async () => {
    await user.end()
    await drop()
  })
  const directory = await mkdtemp(join(tmpdir(), 'zhitu-migrations-'))
  t.after(() => rm(directory, { recursive: true }))
  await cp(join(import.meta.dirname, 'migrations'), directory, { recursive: true })
  const file = '0999-index-a-table-in-use.sql'
  await writeFile(join(directory, file), 'create index on message (excerpt);')
  await user.query('begin; lock table message in access exclusive mode')
  const said = Promise.withResolvers<string>()
  const migrated = migrate(connection, { directory, say: said.resolve })
  assert.match(await said.promise, /^数据库迁移 0999-index-a-table-in-use\.sql 正在等别的连接用完一张表……/)
  await user.query('rollback')
  assert.deepEqual(await migrated, [file])
})
