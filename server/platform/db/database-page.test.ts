import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '../../../test/test-database.ts'

test('docs/database.md lists every table, and every trigger but those that each column with a user has', async (t) => {
  const { connection, drop } = await createTestDatabase()
  t.after(drop)
  const client = new pg.Client(connection)
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`,
  )
  const { rows: triggers } = await client.query<{ name: string }>(
    `select relname || ' ' || tgname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
     where relnamespace = 'public'::regnamespace and not tgisinternal
       and tgfoid <> 'refuse_deleted_user'::regproc order by 1`,
  )
  await client.end()
  const page = await readFile(join(import.meta.dirname, '../../../docs/database.md'), 'utf8')
  const [listed = '', listedTriggers = ''] = page.split('\n## Triggers\n')
  assert.deepEqual(
    [...listed.matchAll(/^\| `(\w+)` \| /gm)].map(([, name]) => name).sort(),
    tables.map(({ name }) => name).sort(),
  )
  assert.deepEqual(
    [...listedTriggers.matchAll(/^\| `(\w+)` \| `(\w+)` \| /gm)].map(([, table, name]) => `${table} ${name}`).sort(),
    triggers.map(({ name }) => name).sort(),
  )
})
