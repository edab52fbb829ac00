import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMeridian } from './open-meridian.ts'

test('a shape that is cut at the meridian extends beyond it', () => {
  const island: [number, number][] = [
    [0, 100],
    [300, 200],
    [0, 300],
    [0, 250],
    [0, 100],
  ]
  assert.deepEqual(openMeridian(island, 0, -64), [
    [-64, 100],
    [0, 100],
    [300, 200],
    [0, 300],
    [-64, 300],
    [-64, 250],
    [-64, 100],
  ])
})

test('a coast that only touches the meridian is unchanged', () => {
  const cape: [number, number][] = [
    [0, 100],
    [300, 200],
    [300, 50],
    [0, 100],
  ]
  assert.deepEqual(openMeridian(cape, 0, -64), cape)
})
