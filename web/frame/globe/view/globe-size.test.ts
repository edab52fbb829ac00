import assert from 'node:assert/strict'
import { test } from 'node:test'
import { globeRadius, horizonOf, offsetOnScreen, zoomToCircle, zoomToFit } from './globe-size.ts'

const views = [
  { height: 824, frame: 520, lat: 36 },
  { height: 690, frame: 251, lat: -20 },
]

test('the edge of a globe that fits is as far from its centre as the size of the globe says', () => {
  for (const view of views) {
    const radius = globeRadius(zoomToFit({ ...view, share: 0.9 }), view.lat)
    const edge = offsetOnScreen(radius, view.height, Math.cos(horizonOf(radius, view.height)))
    assert.ok(Math.abs(edge - (view.frame * 0.9) / 2) < 0.01, `${edge}`)
  }
})

test('a circle that fits fills the free part of the map up to a tenth at each side', () => {
  for (const view of views)
    for (const degrees of [2, 20, 55]) {
      const radius = globeRadius(zoomToCircle(view, degrees), view.lat)
      const edge = offsetOnScreen(radius, view.height, Math.cos((degrees * Math.PI) / 180))
      assert.ok(Math.abs(edge - view.frame * 0.4) < 0.01, `${edge}`)
    }
  const [view] = views
  assert.equal(view && zoomToCircle(view, 0), Infinity)
})
