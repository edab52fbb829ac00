import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enclosingCenter, meanPosition } from './enclosing-center.ts'

test('the centre of points is equally far from the outermost ones, however many lie together', () => {
  const crowd = [100, 101, 102, 103].map((lng) => ({ lng, lat: 0 }))
  const center = enclosingCenter([...crowd, { lng: -140, lat: 0 }])
  assert.ok(Math.abs((center?.lng ?? 0) - 160) < 1)
  assert.ok(Math.abs(center?.lat ?? 90) < 1)
})

test('a single point is its own centre, opposite points have none, and points all around have their mean', () => {
  const single = enclosingCenter([{ lng: 10, lat: 50 }])
  assert.ok(Math.abs((single?.lng ?? 0) - 10) < 1e-6)
  assert.ok(Math.abs((single?.lat ?? 0) - 50) < 1e-6)
  const lngs = [0, 180]
  assert.equal(enclosingCenter(lngs.map((lng) => ({ lng, lat: 0 }))), undefined)
  const around = enclosingCenter([0, 0, 120, 240].map((lng) => ({ lng, lat: 0 })))
  assert.ok(Math.abs(around?.lng ?? 90) < 1e-6)
  assert.equal(enclosingCenter([]), undefined)
})

test('the mean position of points lies where most of them are', () => {
  const crowd = [100, 101, 102, 103].map((lng) => ({ lng, lat: 0 }))
  const { lng, lat } = meanPosition([...crowd, { lng: -140, lat: 0 }]) ?? { lng: 0, lat: 90 }
  assert.ok(lng > 103 && lng < 125, `${lng}`)
  assert.ok(Math.abs(lat) < 1e-6)
  assert.equal(meanPosition([]), undefined)
})
