import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { invalidate } from '#server/platform/cache/changes.ts'
import { topic } from '#server/platform/cache/topics.ts'
import type { PlaceKind } from '#shared/api/place/place.ts'
import { loadCatalog } from '#server/catalogue/loading/load-catalog.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { recordMarks, listMarkChanges } from '../../../test/recorded-marks.ts'
import { readMarkTile } from '../../../test/mark-circles.ts'
import { startTestSite } from '../../../test/test-site.ts'
import { bitsBelowCell, gridX, gridY, maxReadMarks } from './mark-grid.ts'
import { pinItems } from './pin-marks.ts'
import { countNewTiles, countWrongCells, recountMarks } from './recount-marks.ts'

const placeKinds: PlaceKind[] = ['setting', 'subject', 'author', 'written']
const catalog = resolve(import.meta.dirname, '../../../catalog')

test('pinning', { timeout: 300_000 }, async (t) => {
  const { db, url, visitor, secondNode } = await startTestSite(t)
  const bookIds = (await db.selectFrom('book').select('id').orderBy('id').execute()).map(({ id }) => id)
  const tagIds = (await db.selectFrom('tag').select('id').orderBy('id').execute()).map(({ id }) => id)
  const places = await db.selectFrom('place').selectAll().orderBy('id').execute()
  const placeIds = places.map(({ id }) => id)
  const random = randomFrom(7)
  const pickSome = <T>(things: T[], count: number) =>
    Array.from({ length: count }, () => things[random(things.length)] as T)

  /** Changes a book's places, tags and years at random, sometimes to none. */
  const rewrite = async (db: Db, bookId: string) => {
    await db.deleteFrom('bookPlace').where('bookId', '=', bookId).execute()
    await db.deleteFrom('bookTag').where('bookId', '=', bookId).execute()
    const to = new Set(pickSome(placeIds, random(4)))
    const tags = new Set(pickSome(tagIds, random(6)))
    for (const placeId of to) {
      const kinds = pickSome(placeKinds, 1 + random(2))
      for (const kind of new Set(kinds)) await db.insertInto('bookPlace').values({ bookId, placeId, kind }).execute()
    }
    for (const tagId of tags) await db.insertInto('bookTag').values({ bookId, tagId }).execute()
    const eraFrom = random(3) === 0 ? null : random(3100) - 1050
    const eraTo = eraFrom && eraFrom + random(200)
    await db.updateTable('book').set({ eraFrom, eraTo }).where('id', '=', bookId).execute()
  }

  // The catalogue has so few marks that no cells are stored by themselves.
  await db.transaction().execute((db) => recountMarks(db, 100))

  await t.test('the catalogue has marks, and its cells equal a recount', async () => {
    assert.equal(
      await db
        .selectFrom('mark')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirst()
        .then((row) => row?.n),
      (await visitor.place.list()).countMarks,
    )
    await assertCounted(db)
  })

  await t.test('the grid equals the grid of the database', () => {
    for (const { name, lng, lat, x, y } of places) assert.deepEqual([gridX(lng), gridY(lat)], [x, y], name)
  })

  await t.test('thousands of books pinned at once are counted, and unpinned again', async () => {
    const ids = Array.from({ length: 5000 }, () => newId())
    await sql`insert into book (id, title, authors, "desc") select id, '一本', '{无名}', '' from unnest(${ids}::uuid[]) id`.execute(
      db,
    )
    await sql`insert into book_place (book_id, place_id, kind)
      select id, ${placeIds[0]}, 'setting' from unnest(${ids}::uuid[]) id`.execute(db)
    await db.transaction().execute((db) => pinItems(db, 'book', ids))
    const marks = await db.selectFrom('mark').select('itemId').where('itemId', 'in', ids).execute()
    assert.equal(marks.length, ids.length)
    await assertCounted(db)
    await db.deleteFrom('bookPlace').where('bookId', 'in', ids).execute()
    await db.transaction().execute((db) => pinItems(db, 'book', ids))
    await assertCounted(db)
  })

  await t.test('the cells of a tile are stored when it has received many marks', async () => {
    const { x, y, id } = places.find(({ name }) => name === '凤凰') ?? assert.fail()
    const ids = Array.from({ length: maxReadMarks + 1 }, () => newId())
    await sql`insert into book (id, title, authors, "desc") select id, '一本', '{无名}', '' from unnest(${ids}::uuid[]) id`.execute(
      db,
    )
    await sql`insert into book_place (book_id, place_id, kind) select id, ${id}, 'setting' from unnest(${ids}::uuid[]) id`.execute(
      db,
    )
    await db.transaction().execute((db) => pinItems(db, 'book', ids))
    const addresses = Array.from({ length: 9 }, (_, z) => [
      z,
      Math.floor(x / 2 ** (26 - z)),
      Math.floor(y / 2 ** (26 - z)),
    ])
    const readAll = async () => {
      const circles = await Promise.all(addresses.map((tile) => readMarkTile(url, tile as [number, number, number])))
      return circles.map((one) => one.toSorted((a, b) => a.x - b.x || a.y - b.y))
    }
    const before = await readAll()
    assert.ok((await db.transaction().execute(countNewTiles)) > 6)
    assert.equal(await db.transaction().execute(countNewTiles), 0)
    await assertCounted(db)
    await db.transaction().execute((db) => invalidate(db, topic.marks))
    assert.deepEqual(await readAll(), before)
    await db.deleteFrom('bookPlace').where('bookId', 'in', ids).execute()
    await db.transaction().execute((db) => pinItems(db, 'book', ids))
  })

  // The tests above have counted all cells again; with a lower limit there are thousands of them.
  await db.transaction().execute((db) => recountMarks(db, 10))

  await t.test('pinning the same books again changes nothing', async () => {
    await recordMarks(db)
    await db.transaction().execute((db) => pinItems(db, 'book', bookIds))
    assert.deepEqual(await listMarkChanges(db), [])
  })

  // The changes below concern single books, so most books of the catalogue lose their places: recounting the marks of
  // all books would take most of the time of this test.
  await db.deleteFrom('bookPlace').where('bookId', 'in', bookIds.slice(150)).execute()
  await db.transaction().execute((db) => pinItems(db, 'book', bookIds))

  await t.test('after many changes one by one the cells equal a recount', async () => {
    for (const id of pickSome(bookIds, 60)) {
      await db.transaction().execute(async (db) => {
        await rewrite(db, id)
        await pinItems(db, 'book', [id])
      })
    }
    await assertCounted(db)
  })

  await t.test('after many concurrent changes, some of them rolled back, the cells equal a recount', async () => {
    const writers = Array.from({ length: 8 }, () => Array.from({ length: 6 }, () => pickSome(bookIds.slice(0, 12), 3)))
    await Promise.all(
      writers.map(async (rounds) => {
        for (const ids of rounds) {
          const isRolledBack = random(5) === 0
          const writing = db.transaction().execute(async (db) => {
            const books = [...new Set(ids)].sort()
            for (const id of books) await sql`select from book where id = ${id} for update`.execute(db)
            for (const id of books) await rewrite(db, id)
            await pinItems(db, 'book', books.toReversed())
            if (isRolledBack) throw new Error('rolled back')
          })
          if (isRolledBack) await assert.rejects(writing, /rolled back/)
          else await writing
        }
      }),
    )
    await assertCounted(db)
  })

  await t.test('concurrent pinning of the same books counts them once', async () => {
    const ids = bookIds.slice(20, 30)
    for (const id of ids) await rewrite(db, id)
    await Promise.all([1, 2, 3, 4].map(() => db.transaction().execute((db) => pinItems(db, 'book', ids))))
    await assertCounted(db)
  })

  await t.test('a recount and concurrent writers wait for each other', async () => {
    const writing = pickSome(bookIds, 10).map((id) =>
      db.transaction().execute(async (db) => {
        await rewrite(db, id)
        await pinItems(db, 'book', [id])
      }),
    )
    const recounting = [1, 2].map(() => db.transaction().execute((db) => recountMarks(db, 10)))
    await Promise.all([...writing, ...recounting])
    await assertCounted(db)
  })

  await t.test('a deleted book loses its marks', async () => {
    const id = newId()
    await db
      .insertInto('book')
      .values({ id, title: '某书', authors: ['某人'], desc: '' })
      .execute()
    await db
      .insertInto('bookPlace')
      .values({ bookId: id, placeId: placeIds[0] as string, kind: 'setting' })
      .execute()
    await db.transaction().execute((db) => pinItems(db, 'book', [id]))
    assert.equal((await visitor.mark.show({ itemId: id, placeId: placeIds[0] as string })).properties.title, '某书')
    await db.transaction().execute(async (db) => {
      await db.deleteFrom('bookPlace').where('bookId', '=', id).execute()
      await db.deleteFrom('book').where('id', '=', id).execute()
      await pinItems(db, 'book', [id])
    })
    assert.equal(await db.selectFrom('mark').where('itemId', '=', id).select('itemId').executeTakeFirst(), undefined)
    await assertCounted(db)
  })

  await t.test('a change is in the next tile of every node, cached or not', async () => {
    const other = await secondNode()
    const countOn = async (site: string) =>
      (await readMarkTile(site, [0, 0, 0])).reduce((sum, { count }) => sum + count, 0)
    const expected = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(distinct (item_id, morton_code >> ${bitsBelowCell(0)}::integer)) as n from mark`.execute(db)
      return rows[0]?.n
    }
    const [bookId = ''] = bookIds
    const apart = [...new Map(places.map(({ id, mortonCode }) => [Math.floor(mortonCode / 2 ** bitsBelowCell(0)), id]))]
    const move = (to: number) =>
      db.transaction().execute(async (db) => {
        await db.deleteFrom('bookPlace').where('bookId', '=', bookId).execute()
        for (const [, placeId] of apart.slice(0, to))
          await db.insertInto('bookPlace').values({ bookId, placeId, kind: 'subject' }).execute()
        await pinItems(db, 'book', [bookId])
      })
    /**
     * Waits until all nodes have heard of a change, a moment after its commit; otherwise the test reaches its limit.
     */
    const reachNodes = async (count: number | undefined) => {
      for (const node of [url, other]) while ((await countOn(node)) !== count) await nextTurn()
    }
    await move(0)
    await reachNodes(await expected())
    for (const to of [1, 3, 0, 2]) {
      const before = await expected()
      assert.deepEqual([await countOn(url), await countOn(other)], [before, before])
      await move(to)
      const after = await expected()
      assert.notEqual(after, before)
      await reachNodes(after)
    }
  })

  await t.test('loading the catalogue restores missing marks and moves the marks of moved places', async () => {
    await recordMarks(db)
    await sql`truncate mark, mark_cell, place_tag_count`.execute(db)
    await sql`update place set lat = lat + 1 where id = ${placeIds[5]}`.execute(db)
    await sql`delete from setting where name = 'catalog'`.execute(db)
    await loadCatalog(db, catalog, '知图')
    assert.deepEqual(await listMarkChanges(db), [])
    await sql`update place set lat = lat + 1 where name = '北京'`.execute(db)
    await sql`delete from setting where name = 'catalog'`.execute(db)
    await db.transaction().execute((db) => pinItems(db, 'book', bookIds))
    assert.notDeepEqual(await listMarkChanges(db), [])
    await loadCatalog(db, catalog, '知图')
    assert.deepEqual(await listMarkChanges(db), [])
    await assertCounted(db)
  })
})

/**
 * Checks that the map cells stored in the database equal a recount of the marks, and that the marks equal the places
 * that the books write about.
 */
async function assertCounted(db: Db) {
  const { rows: strays } = await sql`
    with told as (
      select book_id, place_id, case when 'setting' = any(array_agg(kind)) then 'setting' else 'subject' end
      from book_place where kind not in ('author', 'written') group by book_id, place_id
    )
    (select * from told except select item_id, place_id, kind from mark)
    union all
    (select item_id, place_id, kind from mark except select * from told)`.execute(db)
  assert.deepEqual(strays, [])
  const stored = await recordMarks(db)
  assert.ok(stored.mark_cell > 100 && stored.place_tag_count > 1000)
  assert.equal(await countWrongCells(db), 0)
}

/**
 * Returns a generator of pseudorandom integers. Its sequence is the same in every run; each call receives the exclusive
 * upper bound.
 */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
