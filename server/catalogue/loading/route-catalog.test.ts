import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { geoBounds, geoContains, geoDistance } from 'd3-geo'
import type { MultiPolygon, Polygon } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { RouteKind } from '#shared/api/place/route.ts'
import { copySmallCatalog } from '../../../test/catalog-copy.ts'
import { readCatalog } from './read-catalog.ts'

type Point = [lng: number, lat: number]

const directory = resolve(import.meta.dirname, '../../../catalog')
/**
 * Kilometres by which a harbour may lie on the wrong side of the coastline, because the coastline data is made for
 * small-scale world maps and is not exact.
 */
const coastKilometres = 40

test('the routes of the catalogue', async (t) => {
  const { routes } = (await readCatalog(directory)).catalog

  await t.test('are numerous, of every kind, and mostly have books', () => {
    assert.ok(routes.length >= 60, `${routes.length} routes`)
    assert.deepEqual([...new Set(routes.map(({ kind }) => kind))].sort(), [...RouteKind.options].sort())
    assert.ok(routes.filter(({ books }) => books.length > 0).length >= routes.length * 0.7)
    for (const field of ['name', 'desc'] as const)
      assert.equal(new Set(routes.map((route) => route[field])).size, routes.length, field)
  })

  await t.test('have legs that never cross the edge of the map', () => {
    const leaps = routes.flatMap(({ key, lines }) =>
      lines.flatMap((line) =>
        line.slice(1).flatMap((to, index) => {
          const from = line[index] ?? to
          const isFar = geoDistance(from, to) * 6371 > 1800 || Math.abs(from[0] - to[0]) > 180
          return isFar ? [`${key}: ${from.join()} → ${to.join()}`] : []
        }),
      ),
    )
    assert.deepEqual(leaps, [])
  })

  await t.test('run over land or sea according to their kind', () => {
    const isOnLand = landTest()
    const strays = routes.flatMap(({ key, kind, lines }) =>
      lines
        .flat()
        .filter((point) => kind !== 'journey' && isOnLand(point) === (kind === 'sea'))
        .filter((point) => kilometresToCoast(point) > coastKilometres)
        .map((point) => `${key}: ${point.join()}`),
    )
    assert.deepEqual(strays, [])
  })
})

test('mistakes in a route are reported with its file and key', async (t) => {
  const copy = await copySmallCatalog(t, ['geography-travel.yaml', 'classics-philosophers.yaml'])
  const line = '[西安, 天水, 兰州, 武威, 敦煌, 哈密, 吐鲁番, 某驿: [82.96, 41.72]]'
  const entry = `- key: test-route\n  name: 某路\n  kind: trade\n  period: 古时\n  desc: ${'字'.repeat(40)}\n  line: ${line}\n`
  const problemsOf = async (text: string) => {
    await writeFile(join(copy, 'routes/zz-test.yaml'), text)
    return (await readCatalog(copy)).problems.join()
  }
  assert.equal(await problemsOf(`${entry}  branches: [[西安, 洛阳]]\n  books: [da-tang-xi-yu-ji]\n`), '')
  assert.match(await problemsOf(entry.replace('天水', '天河')), /zz-test\.yaml.*test-route.*「天河」/)
  assert.match(await problemsOf(`${entry}  branches: [[西安, 天河]]\n`), /zz-test\.yaml.*test-route.*「天河」/)
  assert.match(await problemsOf(entry.replace('82.96', '182.96')), /zz-test\.yaml.*test-route.*line\.7\.某驿.*<=180/)
  assert.match(await problemsOf(entry.replace('某驿: [82.96, 41.72]', '82.96')), /test-route.*line\.7.*\[经度, 纬度\]/)
  assert.match(await problemsOf(entry.replace('某驿: [82.96, 41.72]', '{ 某驿: [1, 2], 某镇: [3, 4] }')), /某驿、某镇/)
  assert.match(await problemsOf(entry.replace('西安, ', '')), /zz-test\.yaml.*test-route.*line.*8/)
  assert.match(await problemsOf(`${entry}  books: [no-such-book]\n`), /test-route.*no-such-book/)
  assert.match(await problemsOf(`${entry}  books: [shi-jing, shi-jing]\n`), /test-route.*两次/)
  assert.match(await problemsOf(entry.replace('trade', 'river')), /test-route.*kind/)
  assert.match(await problemsOf(entry + entry), /test-route.*key 重复/)
  assert.match(await problemsOf('key: test-route'), /zz-test\.yaml.*一列/)
})

const require = createRequire(import.meta.url)
const topology = require('world-atlas/land-50m.json') as Topology<{ land: GeometryCollection<MultiPolygon | Polygon> }>
const polygons = feature(topology, topology.objects.land).features.flatMap(({ geometry }) =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : (geometry as MultiPolygon).coordinates,
)

/**
 * Returns a function that tells whether a point is on land. For speed, it tests only land polygons whose bounding box
 * contains the point; this saves minutes.
 */
function landTest() {
  const shapes = polygons.map((coordinates) => {
    const shape: Polygon = { type: 'Polygon', coordinates }
    return { shape, bounds: geoBounds(shape) }
  })
  return (point: Point) =>
    shapes.some(({ shape, bounds: [[west, south], [east, north]] }) => {
      const [lng, lat] = point
      const isBetween = west <= east ? lng >= west && lng <= east : lng >= west || lng <= east
      return isBetween && lat >= south && lat <= north && geoContains(shape, point)
    })
}

/** Returns the distance from a point to the nearest corner of any coast in kilometres. */
function kilometresToCoast(point: Point): number {
  const corners = polygons.flat(2) as Point[]
  const near = corners.filter(([, lat]) => Math.abs(lat - point[1]) < 1)
  return near.reduce((nearest, corner) => Math.min(nearest, geoDistance(point, corner)), Infinity) * 6371
}
