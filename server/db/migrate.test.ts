import assert from 'node:assert/strict'
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
  const file = '0024-item-and-place-indexes.sql'
  // As it was before that migration.
  const made =
    'comment_by_item recommendation_by_book tour_stop_by_book tour_stop_by_place route_book_by_book place_by_point'
  await user.query(
    `drop index ${made.split(' ').join()}, message_by_item; create index message_by_liked on message (item_id)`,
  )
  await user.query('delete from migration where name = $1', [file])
  await user.query('begin; lock table message in access exclusive mode')
  const said = Promise.withResolvers<string>()
  const migrated = migrate(connection, { say: said.resolve })
  assert.match(await said.promise, /^数据库迁移 0024-item-and-place-indexes\.sql 正在等别的连接用完一张表……/)
  await user.query('rollback')
  assert.deepEqual(await migrated, [file])
})
