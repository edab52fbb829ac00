import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { regionOf } from '#server/catalogue/place/region.ts'
import { failureOf, startTestSite } from '../../../../test/test-site.ts'

test('the directory of places', async (t) => {
  const { visitor, db, url, newEditor } = await startTestSite(t)
  const { list: regions, others, ...counts } = await visitor.place.regions()

  await t.test('has every region with the number of its places and the busiest of them', async () => {
    const rows = await db
      .selectFrom('place')
      .innerJoin('bookPlace', 'bookPlace.placeId', 'place.id')
      .select((eb) => eb.fn.count<number>('bookId').distinct().as('count'))
      .select(['place.id', 'name', 'country', 'province'])
      .where('kind', 'in', ['setting', 'subject'])
      .where('country', 'is not', null)
      .groupBy('place.id')
      .execute()
    const byRegion = Map.groupBy(rows, regionOf)
    assert.deepEqual(
      Object.fromEntries(regions.map(({ region, countPlaces }) => [region, countPlaces])),
      Object.fromEntries([...byRegion].map(([region, inside]) => [region, inside.length])),
    )
    const { countBooks, countPlaces, countCountries } = await visitor.place.list({ limit: 0 })
    assert.deepEqual(counts, { countBooks, countPlaces, countCountries })
    const hunan = regions.find(({ region }) => region === '湖南')
    assert.equal(hunan?.continent, '中国')
    assert.equal(hunan?.places[0]?.countBooks, Math.max(...(byRegion.get('湖南') ?? []).map(({ count }) => count)))
    assert.deepEqual(
      others.map(({ name }) => name),
      ['耶路撒冷', '雅尔塔'],
    )
    assert.equal(
      counts.countPlaces,
      regions.reduce((sum, { countPlaces }) => sum + countPlaces, others.length),
    )
  })

  await t.test('its overview has the first regions of each continent and the places with most books', async () => {
    const { list, busiest, ...totals } = await visitor.place.overview()
    assert.deepEqual(totals, counts)
    for (const { continent, regions: first, countRegions, countPlaces } of list) {
      const inside = regions.filter((one) => one.continent === continent)
      const sum = inside.reduce((sum, one) => sum + one.countPlaces, 0)
      assert.deepEqual([first, countRegions, countPlaces], [inside.slice(0, 5), inside.length, sum])
    }
    assert.deepEqual(
      new Set(list.map(({ continent }) => continent)),
      new Set(regions.map(({ continent }) => continent)),
    )
    const { list: places } = await visitor.place.list({ limit: 12 })
    assert.deepEqual(
      busiest.map(({ countBooks }) => countBooks),
      places.map(({ count }) => count),
    )
  })

  await t.test('lists the places of a region in pages, those with most books first', async () => {
    const names: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof visitor.place.directory>> = await visitor.place.directory({
        region: '湖南',
        limit: 5,
        ...(cursor && { cursor }),
      })
      names.push(...page.list.map(({ name }) => name))
      cursor = page.nextCursor
    } while (cursor !== null)
    const { list, total, continent } = await visitor.place.directory({ region: '湖南', limit: 50 })
    assert.deepEqual(
      [names, total, continent],
      [list.map(({ name }) => name), regions.find(({ region }) => region === '湖南')?.countPlaces, '中国'],
    )
    const numbers = list.map(({ countBooks }) => countBooks)
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => b - a),
    )
    assert.ok(list.every(({ titles }) => titles.length > 0))
    const own = await visitor.place.directory({ region: '雅尔塔' })
    assert.deepEqual([own.list[0]?.name, own.continent], ['雅尔塔', '欧洲'])
    assert.equal((await visitor.place.directory({ region: '法国' })).continent, '欧洲')
  })

  await t.test('an unknown region and a broken cursor are refused', async () => {
    await failureOf(visitor.place.directory({ region: '大观园国' }), 'missing')
    const odd = (count: number) => Buffer.from(JSON.stringify([count, newId()])).toString('base64url')
    for (const cursor of ['x', odd(-1), odd(2 ** 40)])
      await failureOf(visitor.place.directory({ region: '湖南', cursor }), 'invalid')
  })

  await t.test('its pages have metadata, and unknown names lead to the directory', async () => {
    const ask = (path: string) => fetch(url + path, { redirect: 'manual' })
    const html = await (await ask('/place?region=湖南')).text()
    assert.match(html, /<title>湖南 · 按地方找书 · 知图<\/title>/)
    assert.ok(html.includes('<link rel="canonical" href="http://books.test/place?region=%E6%B9%96%E5%8D%97"/>'))
    const picture = '/share/region/%E6%B9%96%E5%8D%97.png'
    assert.ok(html.includes(`<meta property="og:image" content="http://books.test${picture}"/>`))
    assert.equal((await ask(picture)).headers.get('content-type'), 'image/png')
    assert.equal((await ask('/share/region/大观园国.png')).status, 404)
    assert.match(await (await ask('/place')).text(), /<link rel="canonical" href="http:\/\/books.test\/place"\/>/)
    const lost = await ask('/place?region=大观园国')
    assert.deepEqual([lost.status, lost.headers.get('location')], [302, '/place'])
    const { id } = await db.selectFrom('place').select('id').where('name', '=', '凤凰').executeTakeFirstOrThrow()
    const named = await ask('/place?name=凤凰')
    assert.deepEqual([named.status, named.headers.get('location')], [301, `/place/${id}`])
    assert.equal((await ask('/place?name=没有的地方')).status, 302)
  })

  await t.test('shows a place in its new region at once, under its new name', async () => {
    const { api } = await newEditor('老编辑')
    const lineOf = async (query: string) =>
      (await api.place.adminList({ query })).list.find(({ name }) => name === query) ?? assert.fail()
    const countOf = async (region: string) => (await visitor.place.directory({ region, limit: 1 })).total
    const before = [await countOf('湖南'), await countOf('贵州')] as const
    const { id, lng, lat, version } = await lineOf('凤凰')
    await api.place.update({ id, version, name: '镇筸', lng, lat, region: { country: 'CN', province: '贵州' } })
    assert.deepEqual([await countOf('湖南'), await countOf('贵州')], [before[0] - 1, before[1] + 1])
    const answer = await fetch(`${url}/place?name=凤凰`, { redirect: 'manual' })
    assert.deepEqual([answer.status, answer.headers.get('location')], [301, `/place/${id}`])
  })

  await t.test('the home page has at most 60 kB with every selection, and leads to the directory', async () => {
    const [{ list: tours }, { list: tags }, { list: marks }] = await Promise.all([
      visitor.tour.list({}),
      visitor.tag.list({}),
      visitor.mark.list({}),
    ])
    const [tag] = tags.toSorted((a, b) => b.count - a.count)
    const [tour] = tours.toSorted((a, b) => b.countStops - a.countStops)
    const [mark] = marks
    const paris = await db.selectFrom('place').select('id').where('name', '=', '巴黎').executeTakeFirstOrThrow()
    const century = 'from=1840&to=2026'
    const selections = [
      '',
      century,
      `tag=${tag?.name}`,
      `tag=${tag?.name}&${century}`,
      `tag=${tag?.name}&${century}&tour=${tour?.id}`,
      `tour=${tour?.id}`,
      `place=${paris.id}`,
      `place=${paris.id}&${century}`,
      `mark=${mark?.properties.itemId}.${mark?.properties.placeId}&${century}`,
    ]
    for (const path of ['/map', ...selections.map((selection) => `/?${selection}`)]) {
      const html = await (await fetch(url + path)).text()
      assert.ok(Buffer.byteLength(html) <= 60_000, `${path}: ${Buffer.byteLength(html)} bytes`)
      assert.ok(html.includes('href="/place"'))
    }
  })
})
