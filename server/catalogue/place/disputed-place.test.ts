import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

test('a place in a disputed country is shown by its name alone', async (t) => {
  const { visitor, db, url, newEditor } = await startTestSite(t)
  const jerusalem = await db
    .selectFrom('place')
    .select(['id', 'name', 'lng', 'lat', 'country'])
    .where('name', '=', '耶路撒冷')
    .executeTakeFirstOrThrow()
  assert.equal(jerusalem.country, null)
  const { title, id } = await db
    .selectFrom('book')
    .innerJoin('bookPlace', 'bookPlace.bookId', 'book.id')
    .select(['book.id', 'book.title'])
    .where('placeId', '=', jerusalem.id)
    .executeTakeFirstOrThrow()

  await t.test('on the page of a book, on the map and in the search', async () => {
    const places = (await visitor.book.show({ id })).places
    assert.equal(places.find(({ name }) => name === '耶路撒冷')?.region, '耶路撒冷')
    const page = await (await fetch(`${url}/book/${id}`)).text()
    assert.match(page, /耶路撒冷/)
    assert.doesNotMatch(page, /耶路撒冷(<[^>]*>|\s|·)*以色列/, title)
    const { list } = await visitor.place.list({ limit: 1200 })
    const entry = list.find(({ name }) => name === '耶路撒冷')
    assert.deepEqual([entry?.region, entry?.continent], ['耶路撒冷', '亚洲'])
    const found = (await visitor.place.find({ query: '耶路撒冷' })).list[0]
    assert.deepEqual([found?.name, found?.region], ['耶路撒冷', '耶路撒冷'])
  })

  await t.test('a new place near it gets the country of the nearest place that has one', async () => {
    const near = await visitor.place.near({ lng: jerusalem.lng, lat: jerusalem.lat })
    assert.notEqual(near.region, '')
    assert.notEqual(near.region, '耶路撒冷')
  })

  await t.test('an editor removes the country of a place and sets it again', async () => {
    const { api } = await newEditor('老编辑')
    const lineOf = async () => {
      const line = (await api.place.adminList({ query: '耶路撒冷' })).list.find(({ name }) => name === '耶路撒冷')
      return line ?? assert.fail('the admin page lists no such place')
    }
    const update = async (country: string | null, province: '湖南' | null = null) => {
      const { id, name, lng, lat, version } = await lineOf()
      await api.place.update({ id, name, lng, lat, version, region: { country, province } })
      return lineOf()
    }
    assert.deepEqual([(await lineOf()).country, (await lineOf()).region], [null, '耶路撒冷'])
    assert.equal((await update('PS')).region, '巴勒斯坦')
    assert.equal((await update(null)).region, '耶路撒冷')
    await failureOf(update(null, '湖南'), 'invalid')
  })
})
