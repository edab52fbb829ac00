import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { startTestSite } from '../../../test/test-site.ts'
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

test('a place is found by its old and foreign names, and one without books by the people who lived there', async (t) => {
  const { db, visitor, newEditor } = await startTestSite(t)
  const found = async (query: string) => {
    const [first] = (await visitor.place.find({ query })).list
    return first && [first.name, first.variant]
  }
  assert.deepEqual(await found('长安'), ['西安', '长安'])
  assert.deepEqual(await found('leningrad'), ['圣彼得堡', 'Leningrad'])
  assert.deepEqual(await found('西安'), ['西安', null])

  const place = { id: newId(), name: '云梦渡', lng: 112, lat: 30, country: 'CN', province: '湖北' }
  await db.insertInto('place').values(place).execute()
  await db.insertInto('placeName').values({ placeId: place.id, name: '旧云渡口', kind: 'old', position: 0 }).execute()
  const { api } = await newEditor('阿编')
  const person = await db.selectFrom('person').select('id').where('name', '=', '沈从文').executeTakeFirstOrThrow()
  const { person: draft, version } = await api.person.inspect({ id: person.id })
  const stay = {
    placeId: place.id,
    name: place.name,
    lng: place.lng,
    lat: place.lat,
    region: null,
    kind: 'lived' as const,
  }
  await api.person.update({
    id: person.id,
    version,
    person: {
      ...draft,
      names: [...draft.names, { name: '渡口先生', kind: 'pen' }],
      places: [...draft.places, { ...stay, from: null, to: null }],
    },
  })
  assert.deepEqual(await found('旧云渡口'), ['云梦渡', '旧云渡口'])
  const { list } = await visitor.search.books({ query: '渡口先生 边城' })
  assert.equal(list[0]?.book.title, '边城')
})
