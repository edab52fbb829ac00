import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '../../../test/test-database.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { bookReferences } from './book-references.ts'

test('references to books', async (t) => {
  const { connection, drop } = await createTestDatabase()
  const db = openDatabase(connection, () => undefined, { size: 1 })
  t.after(async () => {
    await db.destroy()
    await drop()
  })

  await t.test('the list names every column of the database that refers to a book', async () => {
    const { rows } = await sql<{ name: string }>`
      select conrelid::regclass || '.' || attname as name from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = any(conkey)
      where contype = 'f' and confrelid = 'book'::regclass
      union
      select table_name || '.' || column_name from information_schema.columns
      where table_schema = current_schema() and table_name <> 'large_change' and column_name in ('book_id', 'item_id', 'target_id')
        and not exists (select from pg_inherits where inhrelid = table_name::regclass)`.execute(db)
    const listed = bookReferences.map(({ table, column }) => `${table}.${column}`)
    assert.deepEqual(listed.sort(), rows.map(({ name }) => name).sort())
  })

  await t.test('an index finds the rows of a book, so that a merge reads no table whole', async () => {
    // PostgreSQL scans a small table even where an index exists; with `enable_seqscan` off it does so only if no index
    // fits, so the query plan shows missing indexes.
    await sql`set enable_seqscan to off`.execute(db)
    for (const { table, column, onMerge } of bookReferences) {
      if (typeof onMerge !== 'object') continue
      const nobody = '00000000-0000-0000-0000-000000000000'
      const ofBook = sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${nobody}`
      const { rows } = await sql`explain ${ofBook}`.execute(db)
      assert.doesNotMatch(JSON.stringify(rows), /Seq Scan/, `${table}.${column}`)
    }
  })
})
