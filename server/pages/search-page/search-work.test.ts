import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { makeHostileQueries } from '../../../test/hostile-texts.ts'
import { createTestDatabase, type Lifetime } from '../../../test/test-database.ts'
import { findBooks } from './find-books.ts'
import { rankBooks } from '#server/search/query/rank-books.ts'
import { readMeanings } from '#server/search/query/read-meanings.ts'
import { suggest } from './suggest.ts'

/** The most SQL statements of a page of results and of the suggestions, whatever the text. Ordinary ones take half. */
const [mostOfPage, mostOfSuggestions] = [30, 42]

/** Opens a database with the catalogue, and counts its SQL statements. */
async function openCounted(t: Lifetime) {
  const { connection, drop } = await createTestDatabase()
  const counted = { statements: 0 }
  const report = () => void (counted.statements += 1)
  const db = openDatabase(connection, () => undefined, { slow: { afterMs: 0, report } })
  t.after(async () => {
    await db.destroy()
    await drop()
  })
  await sql`analyze`.execute(db)
  return { db, connection, counted }
}

test('the work of a search is bounded whatever is typed', { timeout: 600_000 }, async (t) => {
  const { db, connection, counted } = await openCounted(t)
  const titles = await db.selectFrom('book').select('title').orderBy('id').execute()
  const hostile = await makeHostileQueries(titles.map(({ title }) => title))
  // Every fourth query; `bench` measures the processor time of all of them.
  const some = hostile.filter((_, at) => at % 4 === 0)
  assert.equal(some.length, 125)

  await t.test('by the number of statements', async () => {
    const asks = [
      [mostOfPage, (query: string) => findBooks(db, { query, tags: [], free: false, limit: 20 }, db)],
      [mostOfSuggestions, (query: string) => suggest(db, query, 6)],
    ] as const
    for (const [most, ask] of asks)
      for (const query of some) {
        counted.statements = 0
        await ask(query)
        assert.ok(counted.statements <= most, `${counted.statements} statements: ${query}`)
      }
  })

  await t.test('by leaving out the search for typos in a text that is longer than any name', async () => {
    const stepsOf = async (typed: string) =>
      (await rankBooks(db, typed, { tags: [], free: false })).steps.map(({ step }) => step)
    assert.ok((await stepsOf('zhongguolishh')).includes('typos'))
    assert.ok(!(await stepsOf('zhongguolishi'.repeat(8).slice(0, 100))).includes('typos'))
  })

  await t.test(
    'by fewer meanings of a longer text, and none for a syllable of pinyin that looks like a number',
    async () => {
      const countMeanings = async (typed: string) => (await readMeanings(db, typed)).length
      const typed = ['三体第二部', '关于三体第二部的书评和读后感怎么样', 'war and peace xi', 'dong fang xi']
      assert.deepEqual(await Promise.all(typed.map(countMeanings)), [2, 1, 2, 1])
    },
  )

  await t.test('by the number of names that are compared, and the page says that there are more', async () => {
    const { list, isCapped } = await findBooks(db, { query: '中国', tags: [], free: false, limit: 20 }, db)
    assert.deepEqual([list.length, isCapped], [20, true])
  })

  await t.test('and never reads all names for a typo', async () => {
    const readRows = async () => {
      const { rows } = await sql<{ count: number }>`select sum(seq_tup_read)::float8 as count from pg_stat_user_tables
        where relname in ('search_book_first', 'search_name')`.execute(db)
      return rows[0]?.count ?? 0
    }
    const before = await readRows()
    const other = openDatabase(connection, () => undefined, { size: 1 })
    for (const query of ['红搂梦', '钢铁是怎样练成的人', 'hongluomengdeshijie', '额古鑫纳河右淼岸']) {
      await rankBooks(other, query, { tags: [], free: false })
      await suggest(other, query, 6)
    }
    // PostgreSQL counts what a connection has read when the connection ends.
    await other.destroy()
    assert.equal(await readRows(), before)
  })
})
