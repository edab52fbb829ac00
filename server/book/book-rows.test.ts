import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '../../test/test-database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { pairedWithBooks, referencesToBooks } from './book-rows.ts'

test('rows that hang on a book are found by an index, so that a merge reads no table whole', async (t) => {
  const { connection, drop } = await createTestDatabase()
  const db = openDatabase(connection, () => undefined, { size: 1 })
  t.after(async () => {
    await db.destroy()
    await drop()
  })
  // Small tables are read whole even where an index would serve; this setting leaves that for where there is none.
  await sql`set enable_seqscan to off`.execute(db)
  for (const { table, column } of [...pairedWithBooks, ...referencesToBooks]) {
    const nobody = '00000000-0000-0000-0000-000000000000'
    const ofItem = sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${nobody}`
    const { rows } = await sql`explain ${ofItem}`.execute(db)
    assert.doesNotMatch(JSON.stringify(rows), /Seq Scan/, `${table}.${column}`)
  }
})
