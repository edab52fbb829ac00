import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { drawPlaceMap } from './draw-place-map.ts'
import { fitWindow, placeInWindow } from './fit-window.ts'

const wide = { width: 1120, height: 400 }
const london = { name: '伦敦', lng: -0.1, lat: 51.5 }
const fiji = { name: '斐济', lng: 178, lat: -18 }
const samoa = { name: '萨摩亚', lng: -172, lat: -13.6 }
const everywhere = [
  london,
  fiji,
  samoa,
  { name: '南极点', lng: 0, lat: -90 },
  { name: '旧金山', lng: -122.4, lat: 37.8 },
]

test('a map shows all places, also across the antimeridian and at a pole', () => {
  for (const places of [[london], [fiji, samoa], [london, fiji], everywhere]) {
    const part = fitWindow(places, wide)
    for (const place of places) {
      const { x, y } = placeInWindow(place, part, wide)
      assert.ok(x >= 0 && x <= wide.width && y >= 0 && y <= wide.height, `${place.name} ${x} ${y}`)
    }
  }
})

test('a map without places shows the default centre', () => {
  const { width, top } = fitWindow([], wide)
  assert.ok(width > 0 && top > 0)
})

test('places that are close together across the antimeridian are shown from near', () => {
  assert.ok(fitWindow([fiji, samoa], wide).width < 0.15)
})

test('a map contains its relief in the size of the picture, and the name of each place', async () => {
  const svg = await drawPlaceMap([london, { name: '<桥>', lng: 2, lat: 48 }], 'narrow')
  const [, relief = ''] = /data:image\/webp;base64,([^"]+)/.exec(svg) ?? []
  const { width, height } = await sharp(Buffer.from(relief, 'base64')).metadata()
  assert.deepEqual([width, height], [560, 420])
  assert.match(svg, />伦敦</)
  assert.match(svg, />&lt;桥></)
  assert.equal(svg.match(/<circle/g)?.length, 2)
})

test('a place with two relations to a book has one dot and one name', async () => {
  const svg = await drawPlaceMap([london, london, fiji], 'wide')
  assert.equal(svg.match(/>伦敦</g)?.length, 1)
  assert.equal(svg.match(/<circle/g)?.length, 2)
})

test('a place is named however many places are around it, of which those too close to a dot are left out', async () => {
  const around = [0.1, 0.2, -0.1, -0.2, 4].map((offset, index) => ({
    name: `近处${index}`,
    lng: london.lng + offset,
    lat: london.lat + offset / 2,
  }))
  const svg = await drawPlaceMap([london], 'narrow', around)
  assert.match(svg, />伦敦</)
  assert.match(svg, />近处4</)
  assert.equal(svg.match(/<circle/g)?.length, 2)
})
