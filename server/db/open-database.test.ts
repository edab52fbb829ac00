import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '../../test/test-database.ts'
import { openDatabase } from './open-database.ts'

test('an outage is reported once, however many connections it breaks', async (t) => {
  const { connection, drop } = await createTestDatabase()
  const lost: Error[] = []
  const db = openDatabase(connection, (error) => lost.push(error))
  const admin = openDatabase(connection, () => undefined)
  t.after(async () => {
    await Promise.all([db.destroy(), admin.destroy()])
    await drop()
  })
  const begin = async () => {
    const transaction = await db.startTransaction().execute()
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
    return { transaction, pid: rows[0]?.pid ?? 0 }
  }
  const begun = await Promise.all([begin(), begin(), begin(), begin()])
  for (const { pid } of begun) await sql`select pg_terminate_backend(${pid}::int)`.execute(admin)
  for (const { transaction } of begun) {
    await assert.rejects(sql`select 1`.execute(transaction))
    await transaction
      .rollback()
      .execute()
      .catch(() => undefined)
  }
  assert.equal(lost.length, 1)
  await sql`select 1`.execute(db)
})
