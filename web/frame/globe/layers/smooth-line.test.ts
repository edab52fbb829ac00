import assert from 'node:assert/strict'
import { test } from 'node:test'
import { smoothLine } from './smooth-line.ts'

test('the curve passes through every point in order', () => {
  const points: [number, number][] = [
    [0, 0],
    [10, 5],
    [10, 5],
    [12, -3],
  ]
  const drawn = smoothLine(points)
  assert.deepEqual(
    drawn.filter((_, index) => index % 6 === 0),
    points,
  )
  assert.ok(drawn.flat().every(Number.isFinite))
})

test('a short leg after a long one does not overshoot', () => {
  // The tested line follows the equator for 20 degrees and then turns north for one degree.
  const drawn = smoothLine([
    [-20, 0],
    [0, 0],
    [0, 1],
    [0, 2],
  ])
  const east = Math.max(...drawn.map(([lng]) => lng))
  assert.ok(east < 0.3, `the curve reaches ${east} degrees beyond its points`)
})

test('a line of two points is straight', () => {
  const drawn = smoothLine([
    [0, 0],
    [6, 12],
  ])
  assert.deepEqual(drawn[3], [3, 6])
})
