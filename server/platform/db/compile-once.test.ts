import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '../../../test/test-database.ts'
import { compileOnce } from './compile-once.ts'
import { openDatabase } from './open-database.ts'

test('a query that is compiled once takes the values of each call', async (t) => {
  const { connection, drop } = await createTestDatabase()
  const db = openDatabase(connection, () => undefined)
  t.after(() => db.destroy().then(drop))
  let compilations = 0
  const ask = compileOnce((_db, first: string, second: number | null) => {
    compilations++
    return sql<{
      longName: string
    }>`select ${first}::text || coalesce(${second}::int, 0) || ${first} || ${'!'} as long_name`
  })
  assert.deepEqual(await ask(db, 'a', 1), [{ longName: 'a1a!' }])
  assert.deepEqual(await ask(db, 'b', null), [{ longName: 'b0b!' }])
  await db
    .transaction()
    .execute(async (transaction) => assert.deepEqual(await ask(transaction, 'c', 3), [{ longName: 'c3c!' }]))
  assert.equal(compilations, 1)
})
