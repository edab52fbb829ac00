import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pinItems } from '#server/catalogue/mark-cells/pin-marks.ts'
import { maxCandidates } from '#server/catalogue/tag/match-all-tags.ts'
import { readMarkTile, readMarkZoom, type Circle } from '../../../test/mark-circles.ts'
import { startTestSite } from '../../../test/test-site.ts'

test('several tags with more books than a request compares', { timeout: 300_000 }, async (t) => {
  const { url, db, visitor } = await startTestSite(t)
  const tags = ['湘西', '乡土']
  const countOf = (circles: Circle[]) => circles.reduce((sum, { count }) => sum + count, 0)
  const isFlagged = ({ properties }: Circle) => properties['isLowerBound'] === true
  const query = `?${new URLSearchParams(tags.map((tag) => ['tag', tag]))}`
  const { countMarks: before, ...exact } = await visitor.place.list({ tags })
  assert.deepEqual([exact.hasMoreBooks, exact.hasMorePlaces], [false, false])
  const { rows } = await sql<{ id: string }>`
    insert into book (id, title, authors, "desc", likes, era_from, era_to)
    select gen_random_uuid(), '第 ' || n || ' 本', '{多产的人}', '', n % 700, 1920, 1930
    from generate_series(1, ${maxCandidates + 100}::integer) n returning id`.execute(db)
  const ids = rows.map(({ id }) => id)
  await sql`
    insert into book_tag (book_id, tag_id)
    select book_id, tag.id from unnest(${ids}::uuid[]) book_id cross join tag where name = any(${tags})`.execute(db)
  await sql`update tag set count = (select count(*) from book_tag where tag_id = tag.id)`.execute(db)
  await sql`
    insert into book_place (book_id, place_id, kind)
    select book_id, place.id, 'setting' from unnest(${ids}::uuid[]) book_id cross join place where name = '北京'`.execute(
    db,
  )
  await db.transaction().execute((db) => pinItems(db, 'book', ids))
  const all = before + ids.length

  await t.test('are counted up to a lower bound, which every answer states', async () => {
    const { list, ...counts } = await visitor.place.list({ tags })
    assert.ok(counts.hasMoreBooks && counts.hasMorePlaces && counts.countMarks < all && counts.countBooks > 900)
    assert.equal(list[0]?.name, '北京')
    assert.ok((await visitor.mark.timeline({ tags })).isLowerBound)
    const { total, isLowerBound } = await visitor.book.list({ tags })
    assert.ok(isLowerBound && total <= maxCandidates)
    const html = await (await fetch(`${url}/${query}`)).text()
    assert.match(html, new RegExp(`${counts.countBooks}\\+(<!-- -->)? 本书`))
    assert.match(await (await fetch(`${url}/book${query}`)).text(), new RegExp(`<strong>${total}\\+</strong>`))
  })

  await t.test('are listed up to the stated total', async () => {
    let found = 0
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof visitor.mark.list>> = await visitor.mark.list({
        tags,
        limit: 50,
        ...(cursor && { cursor }),
      })
      assert.ok(page.isLowerBound)
      found += page.list.length
      cursor = page.nextCursor
      if (cursor === null) assert.equal(found, page.total)
      assert.ok(page.hasMoreItems && page.countItems > 900 && page.countItems <= page.total)
    } while (cursor !== null)
    assert.ok(found > 900 && found < all)
  })

  await t.test('have lower bounds on tiles with many marks, and exact numbers on the others', async () => {
    const world = await readMarkZoom(url, 2, query)
    assert.ok(countOf(world) > 900 && world.some(isFlagged))
    const tileOf = ({ x, y }: { x: number; y: number }, z: number) =>
      [z, Math.floor(x / 512), Math.floor(y / 512)] as const
    const place = await db
      .selectFrom('place')
      .select(['id', 'x', 'y'])
      .where('name', '=', '凤凰')
      .executeTakeFirstOrThrow()
    const scale = 2 ** 26 / (512 * 2 ** 11)
    const tile = await readMarkTile(url, [...tileOf({ x: place.x / scale, y: place.y / scale }, 11)], query)
    const { n } = await sql<{ n: number }>`
      select count(*) as n from mark where place_id = ${place.id}
        and tag_ids @> array(select id from tag where name = any(${tags}))`
      .execute(db)
      .then(({ rows: [row] }) => row ?? assert.fail())
    assert.ok(n > 0 && countOf(tile) >= n && !tile.some(isFlagged))
    const far = await readMarkTile(url, [0, 0, 0], `${query}&from=1912&to=1937`)
    assert.ok(countOf(far) > 900 && far.some(isFlagged))
    assert.deepEqual(await readMarkTile(url, [0, 0, 0], `${query}&from=-300&to=-200`), [])
  })
})
