import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Circle, readMarkTile, readMarkZoom } from '../../test/mark-tiles.ts'
import { startTestSite } from '../../test/test-site.ts'

test('mark tiles', async (t) => {
  const { url, db, visitor } = await startTestSite(t)
  const countOf = (circles: Circle[]) => circles.reduce((sum, { count }) => sum + count, 0)
  const total = (await visitor.place.list()).countMarks

  for (const zoom of [0, 1, 2, 4, 6, 8, 9, 10, 16]) {
    await t.test(`every mark is in one circle of zoom ${zoom}, and no two circles touch`, async () => {
      const circles = await readMarkZoom(url, zoom)
      assert.equal(countOf(circles), total)
      assert.deepEqual(touching(circles), [])
    })
  }

  await t.test('one tag is answered as it is from its marks, several leave those that carry all', async () => {
    for (const tags of [['湘西'], ['小说'], ['小说', '乡土'], ['乡土', '小说', '湘西']]) {
      const query = `?${new URLSearchParams(tags.map((tag) => ['tag', tag]))}`
      const expected = (await visitor.place.list({ tags })).countMarks
      assert.ok(expected > 0 && expected < total)
      for (const zoom of [1, 5, 11]) {
        const circles = await readMarkZoom(url, zoom, query)
        assert.equal(countOf(circles), expected, `${tags.join()} at ${zoom}`)
        assert.deepEqual(touching(circles), [])
      }
    }
    assert.deepEqual(await readMarkTile(url, [0, 0, 0], '?tag=没有的标签'), [])
    assert.deepEqual(await readMarkTile(url, [0, 0, 0], '?tag=小说&tag=没有的标签'), [])
  })

  await t.test('a place stands where it is, with its count, or with its one book', async () => {
    const { rows } = {
      rows: await db
        .selectFrom('mark')
        .innerJoin('place', 'place.id', 'mark.placeId')
        .select(['place.id', 'place.name', 'lng', 'lat'])
        .execute(),
    }
    const books = (id: string) => rows.filter((row) => row.id === id).length
    const busy = rows.find(({ name }) => name === '北京')
    const quiet = rows.find(({ id }) => books(id) === 1)
    assert.ok(busy && quiet && books(busy.id) > 1)
    const circles = await readMarkZoom(url, 16)
    const at = (id: string) => circles.find(({ properties }) => properties['placeId'] === id)
    for (const { id, name, lng, lat } of [busy, quiet]) {
      const circle = at(id)
      assert.equal(circle?.properties['place'], name)
      const world = 512 * 2 ** 16
      const y = 0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI)
      assert.ok(Math.abs((circle?.x ?? 0) - ((lng + 180) / 360) * world) < 1)
      assert.ok(Math.abs((circle?.y ?? 0) - y * world) < 1)
    }
    assert.equal(at(busy.id)?.properties['count'], books(busy.id))
    const itemId = String(at(quiet.id)?.properties['itemId'])
    const mark = await visitor.mark.show({ itemId, placeId: quiet.id })
    assert.equal(at(quiet.id)?.properties['title'], mark.properties.title)
    assert.equal(at(quiet.id)?.properties['itemType'], 'book')
  })

  await t.test('a cluster says at which zoom it comes apart', async () => {
    for (const zoom of [1, 3, 7, 9]) {
      const cluster = (await readMarkZoom(url, zoom)).find(({ properties }) => 'expand' in properties)
      assert.ok(cluster)
      const expand = Number(cluster.properties['expand'])
      const within = async (z: number) => {
        const cell = (at: number) => Math.floor(at / 64 / 2 ** (z - zoom))
        return (await readMarkZoom(url, z)).filter(
          ({ x, y }) => cell(x) === Math.floor(cluster.x / 64) && cell(y) === Math.floor(cluster.y / 64),
        )
      }
      assert.equal((await within(expand - 1)).length, 1)
      assert.ok((await within(expand)).length > 1)
      assert.equal(countOf(await within(expand)), cluster.count)
    }
  })

  await t.test('a tile comes compressed, with a tag by which it is not sent again', async () => {
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

  await t.test('what is no tile or no tag is refused in words', async () => {
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
      assert.match((await answer.json()).message, /^(没有这块瓦片|标签不对)/)
    }
    assert.equal((await fetch(`${url}/tiles/mark/0/0/0?tag=%ff&utm=1`)).status, 204)
  })
})

/** Pairs of circles of 22 px that would overlap. */
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
