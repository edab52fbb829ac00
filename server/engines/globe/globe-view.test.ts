import { geoOrthographic, geoPath } from 'd3-geo'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { GlobeView } from './globe-view.ts'
import { coarseLand, flatLand } from './land.ts'

const size = 200

test('a view of the globe shows the same land as d3-geo draws', async (t) => {
  for (const center of [
    [102, 36],
    [-100, 40],
    [0, -80],
    [180, 0],
    [-60, -15],
    [133, -25],
  ] as [number, number][]) {
    for (const scale of [1, 1.7, 7]) {
      await t.test(`above ${center.join()}, ${scale} times as large`, async () => {
        const reach = Math.asin(1 / scale)
        const radius = (size / 2) * scale
        const view = new GlobeView({ center, size, radius, reach })
        const projection = geoOrthographic()
          .scale(radius)
          .translate([size / 2, size / 2])
          .rotate([-center[0], -center[1]])
          .clipAngle((reach * 180) / Math.PI)
        const expected = await pixelsOf(geoPath(projection)(flatLand()) ?? '')
        const drawn = await pixelsOf(view.drawPolygons(coarseLand()))
        const differing = drawn.filter((value, at) => Math.abs(value - (expected[at] ?? 0)) > 64).length
        assert.ok(differing <= drawn.length / 500, `${differing} of ${drawn.length} values differ`)
      })
    }
  }
})

function pixelsOf(path: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><path d="${path}"/></svg>`
  return sharp(Buffer.from(svg)).raw().toBuffer()
}
