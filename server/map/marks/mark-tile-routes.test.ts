import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { invalidate } from '#server/platform/cache/changes.ts'
import { topic } from '#server/platform/cache/topics.ts'
import { sketchCover } from '#server/engines/cover/sketch-cover.ts'
import { bitsBelowCell, maxReadMarks } from '#server/catalogue/mark-cells/mark-grid.ts'
import { pinItems } from '#server/catalogue/mark-cells/pin-marks.ts'
import { recountMarks } from '#server/catalogue/mark-cells/recount-marks.ts'
import { findBookId } from '../../../test/find-book-id.ts'
import { type Circle, readMarkTile, readMarkZoom, type Tile } from '../../../test/mark-circles.ts'
import { startTestSite } from '../../../test/test-site.ts'

test('mark tiles', async (t) => {
  const { url, db, visitor } = await startTestSite(t)
  const countsOf = (circles: Circle[]) => circles.map(({ count }) => count).toSorted((a, b) => a - b)

  /** Returns the numbers of books in the cells of a tile, counted from the places of the books. */
  const countBooks = async (zoom: number, { tags = [], years, tile = [0, 0, 0] }: Area): Promise<number[]> => {
    const [z, x, y] = tile
    const side = 2 ** (26 - z)
    const bits = zoom === 16 ? 0 : bitsBelowCell(zoom)
    const { rows } = await sql<{ count: number }>`
      select count(distinct book_id) as count
      from book_place join book on book.id = book_id join place on place.id = place_id
      where book_place.kind in ('setting', 'subject')
        and ${tags}::text[] <@ array(select name from book_tag join tag on tag.id = tag_id where book_id = book.id)
        and ${years ? sql`era_from < ${years.to} and era_to >= ${years.from}` : sql`true`}
        and place.x / ${side}::integer = ${x} and place.y / ${side}::integer = ${y}
      group by morton_code >> ${bits}::integer, ${zoom === 16 ? sql`place_id` : sql`null::uuid`}`.execute(db)
    return rows.map(({ count }) => count).toSorted((a, b) => a - b)
  }
  const queryOf = ({ tags = [], years }: Area) =>
    `?${new URLSearchParams([
      ...tags.map((tag) => ['tag', tag]),
      ...(years
        ? [
            ['from', `${years.from}`],
            ['to', `${years.to}`],
          ]
        : []),
    ])}`

  // The catalogue has so few marks that no cells are stored by themselves, so the same is tested with stored cells.
  for (const [cells, maxMarks] of [
    ['counted', maxReadMarks],
    ['stored', 10],
  ] as const) {
    await t.test(`cells that are ${cells}`, async (t) => {
      await db.transaction().execute(async (db) => {
        await recountMarks(db, maxMarks)
        await invalidate(db, topic.marks)
      })
      for (const zoom of [0, 1, 2, 4]) {
        await t.test(`at zoom ${zoom} a circle counts each of its books once, and no circles overlap`, async () => {
          const circles = await readMarkZoom(url, zoom)
          assert.deepEqual(countsOf(circles), await countBooks(zoom, {}))
          assert.deepEqual(touching(circles), [])
        })
      }
      for (const zoom of [7, 8, 16]) {
        await t.test(`so do the circles around Beijing at zoom ${zoom}`, async () => {
          const circles = await readMarkZoom(url, zoom, '', around)
          assert.deepEqual(countsOf(circles), await countBooks(zoom, { tile: around }))
          assert.deepEqual(touching(circles), [])
        })
      }
      await t.test(
        'a filter by tags and years counts the books that have all tags and are about the years',
        async () => {
          for (const tags of [[], ['湘西'], ['散文'], ['散文', '湘西'], ['历史', '长篇小说', '战争']])
            for (const years of [undefined, { from: 1912, to: 1949 }]) {
              const area: Area = { tags, ...(years && { years }) }
              const expected = await countBooks(3, area)
              assert.ok(tags.length > 2 || expected.length > 0, tags.join())
              for (const zoom of [1, 3]) {
                const circles = await readMarkZoom(url, zoom, queryOf(area))
                assert.deepEqual(countsOf(circles), await countBooks(zoom, area), `${tags.join()} at ${zoom}`)
                assert.deepEqual(touching(circles), [])
              }
              const near = await readMarkZoom(url, 10, queryOf(area), around)
              assert.deepEqual(countsOf(near), await countBooks(10, { ...area, tile: around }))
            }
          assert.deepEqual(await readMarkTile(url, [0, 0, 0], '?tag=没有的标签'), [])
          assert.deepEqual(await readMarkTile(url, [0, 0, 0], '?tag=散文&tag=没有的标签'), [])
        },
      )
    })
  }

  await t.test('a place has its exact position and its count or its only book', async () => {
    const rows = await db
      .selectFrom('mark')
      .innerJoin('place', 'place.id', 'mark.placeId')
      .select((eb) => ['place.id', 'place.name', 'lng', 'lat', eb.fn.countAll<number>().as('books')])
      .groupBy('place.id')
      .execute()
    const busy = rows.find(({ name }) => name === '北京')
    const quiet = rows.find(({ books }) => books === 1)
    assert.ok(busy && quiet && busy.books > 1)
    const world = 512 * 2 ** 16
    const circleOf = async ({ id, lng, lat }: typeof busy) => {
      const x = ((lng + 180) / 360) * world
      const y = (0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI)) * world
      const circles = await readMarkTile(url, [16, Math.floor(x / 512), Math.floor(y / 512)])
      const circle = circles.find(({ properties }) => properties['placeId'] === id)
      assert.ok(circle && Math.hypot(circle.x - x, circle.y - y) < 1)
      return circle.properties
    }
    assert.deepEqual(await circleOf(busy), { count: busy.books, placeId: busy.id, place: '北京' })
    const single = await circleOf(quiet)
    const { properties } = await visitor.mark.show({ itemId: String(single['itemId']), placeId: quiet.id })
    assert.deepEqual(single, {
      itemType: 'book',
      itemId: properties.itemId,
      title: properties.title,
      placeId: quiet.id,
      place: quiet.name,
      sketch: sketchCover(await visitor.book.show({ id: properties.itemId })),
    })
  })

  await t.test('a cluster names the zoom at which it splits', async () => {
    for (const zoom of [1, 4, 7, 9]) {
      const cluster = (await readMarkZoom(url, zoom, '', zoom > 5 ? around : [0, 0, 0])).find(
        ({ properties }) => 'expand' in properties,
      )
      assert.ok(cluster)
      const cell = [Math.floor(cluster.x / 64), Math.floor(cluster.y / 64)] as const
      const within = async (z: number) => {
        const level = Math.min(z, zoom + 3)
        const [column, row] = cell.map((at) => at >> (zoom + 3 - level)) as [number, number]
        return (await readMarkZoom(url, z, '', [level, column, row])).filter(
          ({ x, y }) =>
            Math.floor(x / 64 / 2 ** (z - zoom)) === cell[0] && Math.floor(y / 64 / 2 ** (z - zoom)) === cell[1],
        )
      }
      const expand = Number(cluster.properties['expand'])
      assert.equal((await within(expand - 1)).length, 1)
      const parts = await within(expand)
      assert.ok(parts.length > 1 && parts.every(({ count }) => count <= cluster.count))
    }
  })

  await t.test('a tile is compressed and revalidated by its ETag', async () => {
    for (const encoding of ['br', 'gzip']) {
      const headers = { 'accept-encoding': encoding }
      const first = await fetch(`${url}/tiles/mark/0/0/0`, { headers })
      assert.equal(first.headers.get('content-encoding'), encoding)
      assert.equal(first.headers.get('content-type'), 'application/vnd.mapbox-vector-tile')
      assert.equal(first.headers.get('cache-control'), 'no-cache')
      const again = await fetch(`${url}/tiles/mark/0/0/0`, {
        headers: { ...headers, 'if-none-match': first.headers.get('etag') ?? '' },
      })
      assert.equal(again.status, 304)
    }
    const empty = await fetch(`${url}/tiles/mark/8/0/0`)
    assert.deepEqual([empty.status, await empty.text()], [204, ''])
  })

  await t.test('an invalid tile or tag fails with a message', async () => {
    const many = Array.from({ length: 9 }, (_, n) => `tag=${n}`).join('&')
    const wrong = [
      '17/0/0',
      '2/4/0',
      '2/0/4',
      '-1/0/0',
      '1.5/0/0',
      '01/0/0',
      'x/y/z',
      '0/0/0?tag=',
      `0/0/0?${many}`,
      '0/0/0?tag=%00',
    ]
    for (const path of [...wrong, `0/0/0?tag=${'字'.repeat(31)}`]) {
      const answer = await fetch(`${url}/tiles/mark/${path}`)
      assert.equal(answer.status, 400, path)
      assert.match((await answer.json()).message, /^(地图瓦片的坐标不对|标签不对)/)
    }
    assert.equal((await fetch(`${url}/tiles/mark/0/0/0?tag=%ff&utm=1`)).status, 204)
  })

  await t.test('the only book of a cell is shown at its setting', async () => {
    const id = await findBookId(db, '边城')
    const { rows } = await sql<{ id: string; x: number; y: number }>`
      select id, x, y from place where name in ('茶峒', '凤凰') order by name desc`.execute(db)
    const [setting, subject] = [rows.find(({ id }) => id), rows.at(-1)]
    assert.ok(setting && subject && setting !== subject)
    const { rows: others } = await sql<{ id: string }>`select id from book where id <> ${id}`.execute(db)
    await sql`delete from book_place where book_id <> ${id} or kind in ('setting', 'subject')`.execute(db)
    await sql`insert into book_place (book_id, place_id, kind) values
      (${id}, ${subject.id}, 'subject'), (${id}, ${setting.id}, 'setting')`.execute(db)
    await db.transaction().execute((db) => pinItems(db, 'book', [id, ...others.map((one) => one.id)]))
    const { name } = await db
      .selectFrom('tag')
      .innerJoin('bookTag', 'tagId', 'tag.id')
      .where('bookId', '=', id)
      .select('name')
      .executeTakeFirstOrThrow()
    const tags = (await visitor.book.show({ id })).tags.map((tag) => tag.name)
    for (const query of ['', `?tag=${name}`, `?${new URLSearchParams(tags.slice(0, 2).map((tag) => ['tag', tag]))}`]) {
      const [circle, ...further] = await readMarkTile(url, [0, 0, 0], query)
      assert.deepEqual([circle?.properties['placeId'], further], [setting.id, []], query)
    }
  })
})

/** A tile of the map, and the tags and years of the books on it. */
interface Area {
  tags?: string[]
  years?: { from: number; to: number }
  tile?: Tile
}

/** A map tile that shows Beijing and the area north of the Yellow River. */
const around: Tile = [5, 26, 12]

/** Returns the pairs of circles on the map that overlap. Each circle has a radius of 22 px. */
function touching(circles: Circle[]): string[] {
  const rows = circles.toSorted((a, b) => a.x - b.x)
  return rows.flatMap((one, index) => {
    const pairs: string[] = []
    for (let next = index + 1; (rows[next]?.x ?? Infinity) - one.x < 44; next++) {
      const other = rows[next]
      if (other && Math.hypot(other.x - one.x, other.y - one.y) < 44)
        pairs.push(`${JSON.stringify(one.properties)} ${JSON.stringify(other.properties)}`)
    }
    return pairs
  })
}
