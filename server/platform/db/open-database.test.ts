import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '../../../test/test-database.ts'
import { inTransaction } from './in-transaction.ts'
import { openDatabase } from './open-database.ts'
import { runForRequest } from './request-context.ts'
import type { Db } from './schema.ts'

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

test('a transaction carries the id of its request, and slow statements are reported with it', async (t) => {
  const { connection, drop } = await createTestDatabase()
  const reported: object[] = []
  const slow = { afterMs: 50, report: (query: object) => void reported.push(query) }
  const db = openDatabase(connection, () => undefined, { slow })
  t.after(async () => {
    await db.destroy()
    await drop()
  })
  const nameOf = async (db: Db) => {
    const { rows } = await sql<{ name: string }>`select current_setting('application_name') as name`.execute(db)
    return rows[0]?.name
  }
  const id = '01930000-0000-7000-8000-000000000000'
  await runForRequest(id, async () => {
    assert.equal(await inTransaction(db, nameOf), `zhitu ${id}`)
    await sql`select pg_sleep(0.06), ${'a secret'}::text`.execute(db)
  })
  assert.equal(await runForRequest("x'; drop table book", () => inTransaction(db, nameOf)), 'zhitu')
  assert.equal(await nameOf(db), 'zhitu')
  // On a busy machine other statements may be slow too.
  const slept = (reported as { sql: string; ms: number; requestId: string }[]).filter(({ sql }) => /sleep/.test(sql))
  assert.deepEqual(
    slept.map(({ sql, requestId }) => [sql, requestId]),
    [['select pg_sleep(0.06), $1::text', id]],
  )
  assert.ok(slept.every(({ ms }) => ms >= 50))
})
