import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '../../../test/test-database.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { personReferences } from './person-references.ts'

test('the list names every column of the database that refers to a person', async (t) => {
  const { connection, drop } = await createTestDatabase()
  const db = openDatabase(connection, () => undefined, { size: 1 })
  t.after(async () => {
    await db.destroy()
    await drop()
  })
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass || '.' || attname as name from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid = 'person'::regclass
    union
    select table_name || '.' || column_name from information_schema.columns
    where table_schema = current_schema() and table_name <> 'large_change' and column_name in ('person_id', 'target_id')`.execute(
    db,
  )
  const listed = personReferences.map(({ table, column }) => `${table}.${column}`)
  assert.deepEqual(listed.sort(), rows.map(({ name }) => name).sort())
})
