import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sketchCover } from '#server/cover/sketch-cover.ts'
import { type Circle, readMarkTile, readMarkZoom, type Tile } from '../../../test/mark-circles.ts'
import { startTestSite } from '../../../test/test-site.ts'

test('mark tiles', async (t) => {
  const { url, db, visitor } = await startTestSite(t)
  const countOf = (circles: Circle[]) => circles.reduce((sum, { count }) => sum + count, 0)
  const total = (await visitor.place.list()).countMarks

  for (const zoom of [0, 1, 2, 4]) {
    await t.test(`at zoom ${zoom} every mark is counted in one circle, and no circles overlap`, async () => {
      const circles = await readMarkZoom(url, zoom)
      assert.equal(countOf(circles), total)
      assert.deepEqual(touching(circles), [])
    })
  }

  for (const zoom of [7, 8, 9, 11, 16]) {
    await t.test(`around Beijing every mark is counted and no circles overlap down to zoom ${zoom}`, async () => {
      const circles = await readMarkZoom(url, zoom, '', around)
      assert.equal(countOf(circles), countOf(await readMarkTile(url, around)))
      assert.deepEqual(touching(circles), [])
    })
  }

  await t.test('a filter by tags counts the items that have all tags', async () => {
    for (const tags of [['湘西'], ['散文'], ['散文', '湘西'], ['历史', '长篇小说', '战争']]) {
      const query = `?${new URLSearchParams(tags.map((tag) => ['tag', tag]))}`
      const expected = (await visitor.place.list({ tags })).countMarks
      assert.ok(expected > 0 && expected < total, tags.join())
      for (const zoom of [1, 3]) {
        const circles = await readMarkZoom(url, zoom, query)
        assert.equal(countOf(circles), expected, `${tags.join()} at ${zoom}`)
        assert.deepEqual(touching(circles), [])
      }
      const near = await readMarkTile(url, around, query)
      assert.equal(countOf(await readMarkZoom(url, 10, query, around)), countOf(near))
    }
    assert.deepEqual(await readMarkTile(url, [0, 0, 0], '?tag=没有的标签'), [])
    assert.deepEqual(await readMarkTile(url, [0, 0, 0], '?tag=散文&tag=没有的标签'), [])
  })

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
      assert.ok((await within(expand)).length > 1)
      assert.equal(countOf(await within(expand)), cluster.count)
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
})

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
