import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { lockIndex } from '#server/search/index/lock-index.ts'
import { loadByTens, thirtyBooks } from '../../../test/catalog-process.ts'
import { createTestDatabase } from '../../../test/test-database.ts'
import { writeCatalog } from './load-catalog.ts'
import { loadNewBooks } from './load-new-books.ts'

test('a load of many books that was killed is continued by the next start', async (t) => {
  const { connection, drop } = await createTestDatabase()
  const db = openDatabase(connection, () => undefined)
  t.after(async () => {
    await db.destroy()
    await drop()
  })
  await db.transaction().execute(async (db) => {
    // While this transaction holds the lock of the search index, the process can insert the first ten books but not
    // index them.
    await lockIndex(db)
    const child = fork(resolve(import.meta.dirname, '../../../test/catalog-process.ts'), [JSON.stringify(connection)])
    await once(child, 'message')
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  assert.deepEqual(await counts(), { books: 10, entries: 0, marks: 0, tag: 0, place: null, person: null, isOpen: true })
  loadByTens()
  const load = () => loadNewBooks(db, thirtyBooks(), '知图', async () => null)
  const finish = () => db.transaction().execute((db) => writeCatalog(db, thirtyBooks(), '知图', async () => null))
  // Two nodes that start at the same time share the work.
  const [one, other] = await Promise.all([load(), load()])
  assert.equal(one + other, 20)
  assert.equal(await finish(), 0)
  const whole = { books: 30, entries: 30, marks: 30, tag: 30, place: 30, person: 30, isOpen: false }
  assert.deepEqual(await counts(), whole)
  assert.equal(await load(), 0)
  assert.deepEqual(await counts(), whole)

  async function counts() {
    const { rows } = await sql<Record<string, unknown>>`
      with ours as (select id from book where title like '渡船的书%')
      select (select count(*) from ours) as books,
        (select count(*) from search_book where book_id in (select id from ours)) as entries,
        (select count(*) from mark where item_id in (select id from ours)) as marks,
        (select count from tag where name = '渡船') as tag,
        (select count_books from place_count join place on place.id = place_id where name = '无名渡') as place,
        (select weight from search_name where name = '摆渡的人') as person,
        exists (select from setting where name = 'catalogUnfinished') as is_open`.execute(db)
    return rows[0]
  }
})
