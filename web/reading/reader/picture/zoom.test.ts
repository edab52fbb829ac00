import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clampZoom, maxScale, zoomAt } from './zoom.ts'

const whole = { scale: 1, x: 0, y: 0 }

test('zooming keeps the point below the pointer where it is', () => {
  const zoom = zoomAt(whole, 2, { x: 100, y: -50 })
  assert.deepEqual(zoom, { scale: 2, x: -100, y: 50 })
  assert.deepEqual(zoomAt(zoom, 0.5, { x: 100, y: -50 }), whole)
})

test('a picture is never smaller than the window shows it, nor larger than the greatest scale', () => {
  assert.equal(zoomAt(whole, 0.5, { x: 0, y: 0 }).scale, 1)
  assert.equal(zoomAt(whole, 100, { x: 0, y: 0 }).scale, maxScale)
})

test('a picture cannot be moved out of the window', () => {
  const [window, picture] = [
    { width: 400, height: 800 },
    { width: 400, height: 300 },
  ]
  assert.deepEqual(clampZoom({ scale: 2, x: 900, y: 30 }, window, picture), { scale: 2, x: 200, y: 0 })
  assert.deepEqual(clampZoom({ scale: 4, x: -900, y: 300 }, window, picture), { scale: 4, x: -600, y: 200 })
})
