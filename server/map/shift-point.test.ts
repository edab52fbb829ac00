import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shiftPoint, shiftReach, unshiftPoint } from './shift-point.ts'

const beijing: [number, number] = [116.3908, 39.9146]

test('on a map in WGS-84, and without a provider, places stay where they are', () => {
  assert.deepEqual(shiftPoint(beijing, 'wgs84'), beijing)
  assert.deepEqual(unshiftPoint(beijing, undefined), beijing)
})

test('on a map in GCJ-02 a place in China is shifted by some hundred metres, one elsewhere is not', () => {
  const [lng, lat] = shiftPoint(beijing, 'gcj02')
  const metres = Math.hypot((lng - beijing[0]) * 85_300, (lat - beijing[1]) * 111_000)
  assert.ok(metres > 300 && metres < 800, `${metres} m`)
  assert.deepEqual(shiftPoint([2.3522, 48.8566], 'gcj02'), [2.3522, 48.8566])
})

test('there and back is the same place, and no shift is farther than the reach', () => {
  for (let lng = 73; lng <= 137; lng += 4) {
    for (let lat = 1; lat <= 55; lat += 3) {
      const shifted = shiftPoint([lng, lat], 'gcj02')
      const back = unshiftPoint(shifted, 'gcj02')
      assert.ok(Math.abs(back[0] - lng) < 1e-6 && Math.abs(back[1] - lat) < 1e-6, `${lng},${lat}`)
      assert.ok(Math.abs(shifted[0] - lng) < shiftReach && Math.abs(shifted[1] - lat) < shiftReach, `${lng},${lat}`)
    }
  }
})
