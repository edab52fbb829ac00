import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { startTestSite } from '../../test/test-site.ts'
import { kilometresBetween } from './gazetteer.ts'

test('the places near a point are the nearest ones, also across the date line and in the far north', async (t) => {
  const { db, visitor } = await startTestSite(t)
  const middles = [
    { lng: 179.97, lat: -17 },
    { lng: -20, lat: 71 },
  ]
  // Creates a grid of new places around each point, up to half a degree away.
  const offsets = Array.from({ length: 21 }, (_, step) => (step - 10) * 0.0437)
  const places = middles.flatMap(({ lng, lat }) =>
    offsets.flatMap((east, column) =>
      offsets.map((north, row) => {
        const turned = lng + east * 1.7 + row * 0.0013
        const here: [number, number] = [turned > 180 ? turned - 360 : turned, lat + north + column * 0.0007]
        return {
          id: newId(),
          name: `近处 ${here.join(' ')}`,
          lng: here[0],
          lat: here[1],
          country: 'FJ',
          province: null,
        }
      }),
    ),
  )
  await db.insertInto('place').values(places).execute()
  for (const { lng, lat } of [...middles, { lng: -179.99, lat: -17.01 }, { lng: 179.999, lat: -16.9 }]) {
    const { list } = await visitor.place.near({ lng, lat })
    const distance = (place: { lng: number; lat: number }) => kilometresBetween([lng, lat], [place.lng, place.lat])
    const nearest = places.toSorted((a, b) => distance(a) - distance(b)).slice(0, list.length)
    assert.deepEqual(
      list.map(({ name }) => name),
      nearest.map(({ name }) => name),
    )
    assert.equal(list.length, 5)
  }
})
