import assert from 'node:assert/strict'
import { test } from 'node:test'
import { greatCircles } from './great-circle.ts'

test('places are joined by the shortest arcs, with continuous longitudes', () => {
  const [beijing, mexico] = [[116, 40] as [number, number], [-99, 19] as [number, number]]
  const line = greatCircles([beijing, mexico, beijing])
  assert.deepEqual(line[0], beijing)
  for (const [index, [lng, lat]] of line.entries()) {
    assert.ok(Math.abs(lng - (line[index - 1]?.[0] ?? lng)) < 60)
    assert.ok(Math.abs(lat) <= 90)
  }
  const [east, north] = [Math.max(...line.map(([lng]) => lng)), Math.max(...line.map(([, lat]) => lat))]
  assert.ok(Math.abs(east - 261) < 0.01)
  assert.ok(north > 55)
  assert.ok(Math.abs((line.at(-1)?.[0] ?? 0) - 116) < 0.01)
  assert.deepEqual(greatCircles([beijing]), [beijing])
  assert.deepEqual(greatCircles([beijing, beijing]), [beijing, beijing])
})
