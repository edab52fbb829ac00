import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import type { Input } from '#shared/api/endpoint.ts'
import type { recommendation } from '#shared/api/book/recommendation.ts'
import { pictureUrl } from '#shared/picture.ts'
import { plainPicture } from '../../../test/plain-picture.ts'
import { sendUpload } from '../../../test/send-upload.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

const place = { placeId: null, name: '茶峒渡口', lng: 109.4, lat: 28.5, kind: 'setting' as const }
const complete: Input<typeof recommendation.create> = {
  title: '渡口的冬天',
  authors: ['沈渡'],
  isbn13: '978-7-02-000220-7',
  reason: '写一条河边的人怎样过冬，冷得很，也暖得很，读完想去看看那条河。',
  tags: ['湘西'],
  places: [place],
  link: 'https://example.com/books/1',
}

test('users recommend books', async (t) => {
  const { visitor, db, newUser, url } = await startTestSite(t)
  const { api, user } = await newUser('翠翠')
  const other = await newUser('傩送')
  const bookNamed = (title: string) =>
    db.selectFrom('book').select(['id', 'authors']).where('title', '=', title).executeTakeFirstOrThrow()

  await t.test('a recommendation of a new book waits for an editor, and other users do not see it', async () => {
    const created = await api.recommendation.create(complete)
    assert.deepEqual([created.status, created.isbn13, created.user.name], ['pending', '9787020002207', '翠翠'])
    assert.deepEqual([created.tags, created.places, created.bookId], [['湘西'], complete.places, null])
    assert.deepEqual(await api.recommendation.show({ id: created.id }), created)
    await failureOf(visitor.recommendation.show({ id: created.id }), 'missing')
    await failureOf(other.api.recommendation.show({ id: created.id }), 'missing')
    await failureOf(visitor.recommendation.show({ id: newId() }), 'missing')
    const { list, total } = await api.recommendation.list()
    assert.deepEqual([list.map(({ id }) => id), total], [[created.id], 1])
    assert.deepEqual(await api.recommendation.count(), { count: 1 })
    assert.deepEqual(await other.api.recommendation.count(), { count: 0 })
  })

  await t.test('a user can recommend one book only once while it waits, in any spelling and concurrently', async () => {
    for (const again of [
      { ...complete, isbn13: null, title: '《渡口的冬天》' },
      { ...complete, isbn13: null, title: '渡口的冬天 ' },
      { ...complete, title: '另一个名字' },
    ])
      await failureOf(api.recommendation.create(again), 'conflict')
    const fast = { ...complete, isbn13: null, title: '急忙写的书' }
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => api.recommendation.create(fast)))
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
    // Another user may recommend the same book.
    assert.equal((await other.api.recommendation.create(complete)).status, 'pending')
  })

  await t.test('a recommendation of an existing book takes the title of that book', async () => {
    const book = await bookNamed('边城')
    const created = await api.recommendation.create({
      ...complete,
      title: '随便',
      authors: ['谁'],
      isbn13: null,
      bookId: book.id,
    })
    assert.deepEqual([created.title, created.authors, created.bookId], ['边城', book.authors, book.id])
    await failureOf(api.recommendation.create({ ...complete, isbn13: null, bookId: book.id }), 'conflict')
    await failureOf(api.recommendation.create({ ...complete, isbn13: null, bookId: newId() }), 'missing')
    assert.equal((await visitor.book.show({ id: book.id })).recommends.length, 1)
    assert.deepEqual((await visitor.search.books({ query: '想去看看那条河' })).recommends, [])
  })

  await t.test('invalid input is refused with a message per field', async () => {
    const wrong = {
      title: '',
      authors: [],
      isbn13: '978-7-02-000220-8',
      reason: '太短',
      link: 'javascript:alert(1)',
      places: [{ placeId: null, name: '', lng: 200, lat: 0, kind: 'setting' as const }],
    }
    const { data } = await failureOf(api.recommendation.create({ ...complete, ...wrong }), 'invalid')
    const refused = Object.keys(data?.fields ?? {})
    assert.deepEqual(refused.sort(), ['authors', 'isbn13', 'link', 'places.0.lng', 'places.0.name', 'reason', 'title'])
    assert.equal(data?.fields?.['isbn13'], 'ISBN 不对，请核对每一位数字')
    for (const bad of [
      { tags: ['没有的标签'] },
      { places: Array.from({ length: 6 }, () => place) },
      { places: [{ ...place, placeId: newId() }] },
      { reason: '长'.repeat(2001) },
      { tags: Array.from({ length: 9 }, (_, at) => `标签${at}`) },
    ])
      await failureOf(api.recommendation.create({ ...complete, title: '又一本', isbn13: null, ...bad }), 'invalid')
    assert.equal((await api.recommendation.count()).count, 3)
  })

  await t.test('only its author can change or withdraw a recommendation', async () => {
    const [first] = (await api.recommendation.list({ limit: 1 })).list
    assert.ok(first)
    const id = first.id
    await failureOf(other.api.recommendation.update({ id, ...complete }), 'missing')
    await failureOf(other.api.recommendation.withdraw({ id }), 'missing')
    await failureOf(visitor.recommendation.withdraw({ id }), 'unauthorized')
    const changed = await api.recommendation.update({ ...complete, id, isbn13: null, title: '改过的书名' })
    assert.deepEqual([changed.title, changed.status, changed.bookId], ['改过的书名', 'pending', null])
    assert.equal((await api.recommendation.withdraw({ id })).status, 'withdrawn')
    await failureOf(api.recommendation.withdraw({ id }), 'conflict')
    await failureOf(api.recommendation.update({ ...complete, id }), 'conflict')
    assert.equal((await api.recommendation.list({ status: 'withdrawn' })).total, 1)
    // After a user has withdrawn a recommendation, the user may recommend the same book again.
    assert.equal(
      (await api.recommendation.create({ ...complete, isbn13: null, title: '改过的书名' })).status,
      'pending',
    )
  })

  await t.test('a cover belongs to its uploader and is deleted when the recommendation is withdrawn', async () => {
    const { api, user } = await newUser()
    const upload = async () => {
      const permit = await api.auth.cosSign({ kind: 'cover' })
      assert.equal((await sendUpload(url, permit, await plainPicture(400, 600))).status, 200)
      return permit.key
    }
    const isThere = async (key: string) => (await fetch(url + pictureUrl({ pictureBase: '/storage' }, key, 240))).ok
    const cover = await upload()
    const pictured = { ...complete, isbn13: null, title: '有封面的书' }
    await failureOf(other.api.recommendation.create({ ...pictured, cover }), 'invalid')
    const created = await api.recommendation.create({ ...pictured, cover })
    const first = created.cover ?? assert.fail('no cover')
    assert.match(first, new RegExp(`^cover/${user.id}/`))
    await failureOf(other.api.recommendation.create({ ...pictured, cover: first }), 'invalid')
    assert.equal((await api.recommendation.update({ ...pictured, id: created.id, cover: first })).cover, first)
    const second = (await api.recommendation.update({ ...pictured, id: created.id, cover: await upload() })).cover
    assert.ok(second !== null && second !== first)
    assert.deepEqual([await isThere(first), await isThere(second)], [false, true])
    await api.recommendation.withdraw({ id: created.id })
    assert.equal(await isThere(second), false)
  })

  await t.test('the pages of recommendations contain each one once', async () => {
    const seen: string[] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const page = await api.recommendation.list({ limit: 1, ...(cursor && { cursor }) })
      seen.push(...page.list.map(({ id }) => id))
      cursor = page.nextCursor
    }
    assert.deepEqual([seen.length, new Set(seen).size], [4, 4])
    await failureOf(api.recommendation.list({ cursor: 'x' }), 'invalid')
  })

  await t.test('the number of pending recommendations is limited, also for concurrent calls', async () => {
    const { api } = await newUser()
    const tries = await Promise.allSettled(
      Array.from({ length: 24 }, (_, at) =>
        api.recommendation.create({ ...complete, isbn13: null, title: `第${at}本` }),
      ),
    )
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 20)
    await failureOf(api.recommendation.create({ ...complete, isbn13: null, title: '再来一本' }), 'tooMany')
  })

  await t.test('similar books are found in simplified and traditional characters', async () => {
    const similar = async (candidate: { isbn?: string; title?: string; authors?: string[] }) =>
      (await visitor.recommendation.similar(candidate)).books.map(({ title, isSame }) => [title, isSame])
    assert.deepEqual((await similar({ title: '紅樓夢', authors: ['曹雪芹'] }))[0], ['红楼梦', true])
    assert.deepEqual((await similar({ title: '《红楼梦》' }))[0], ['红楼梦', false])
    assert.deepEqual((await similar({ title: '石头记' }))[0], ['红楼梦', false])
    assert.deepEqual(await similar({ title: '从来没有这样一本书' }), [])
    assert.deepEqual(await similar({}), [])
    const { id } = await bookNamed('边城')
    await db.insertInto('edition').values({ id: newId(), bookId: id, position: 0, isbn13: '9787506391382' }).execute()
    for (const isbn of ['978-7-5063-9138-2', '９７８７５０６３９１３８２', '7506391384', '7-5063-9138-4'])
      assert.deepEqual(await similar({ isbn }), [['边城', true]], isbn)
    assert.deepEqual(await similar({ isbn: '7506391385' }), [])
    const { own } = await api.recommendation.similar({ title: '渡口的冬天' })
    assert.deepEqual(
      own.map(({ title, status }) => [title, status]),
      [['渡口的冬天', 'pending']],
    )
    assert.deepEqual((await visitor.recommendation.similar({ title: '渡口的冬天' })).own, [])
    assert.equal(user.name, '翠翠')
  })

  await t.test(
    'words for an edition and forms of names do not hide a book, but a longer title is a question',
    async () => {
      const foundAs = async (title: string, author: string, wanted: string) => {
        const { books } = await visitor.recommendation.similar({ title, authors: [author] })
        return books.find((book) => book.title === wanted)?.isSame ?? null
      }
      const marquez = '加西亚·马尔克斯'
      for (const [title, author] of [
        ['百年孤独', '[哥伦比亚] 加西亚·马尔克斯'],
        ['百年孤独', '（哥伦比亚）加夫列尔·加西亚·马尔克斯 著；范晔 译'],
        ['百年孤独', 'Gabriel García Márquez'],
        ['百年孤独（精装版）', marquez],
        ['《百年孤独》（50周年纪念版）', '马尔克斯'],
        ['百年孤独（全译本）（精装）', marquez],
        ['百年孤独 珍藏版', marquez],
        ['百年孤獨【插图本】', marquez],
        ['百年孤独：插图纪念版', marquez],
      ] as const)
        assert.equal(await foundAs(title, author, '百年孤独'), true, `${title} ${author}`)
      for (const title of ['百年孤独之谜', '百年孤独（漫画版）', '解读百年孤独', '百年孤'])
        assert.notEqual(await foundAs(title, marquez, '百年孤独'), true, title)
      assert.equal(await foundAs('百年孤独之谜', marquez, '百年孤独'), false)
      assert.equal(await foundAs('百年孤独（精装版）', '某人', '百年孤独'), false)
      const { api } = await newUser()
      await api.recommendation.create({ ...complete, isbn13: null, title: '渡口的秋天', authors: ['[清] 某甲'] })
      const again = { ...complete, isbn13: null, title: '渡口的秋天（精装版）', authors: ['某甲'] }
      await failureOf(api.recommendation.create(again), 'conflict')
      const { own } = await api.recommendation.similar({ title: again.title })
      assert.deepEqual(
        own.map(({ title }) => title),
        ['渡口的秋天'],
      )
    },
  )

  await t.test('places are found by any of their names and by their position', async () => {
    const names = async (query: string) => (await visitor.place.find({ query })).list.map(({ name }) => name)
    assert.equal((await names('北京'))[0], '北京')
    assert.ok((await names('長沙')).includes('长沙'))
    assert.ok((await names('changsha')).includes('长沙'))
    // The map's gazetteer (its list of place names) contains this place, but the book catalogue does not.
    const [lake] = (await visitor.place.find({ query: '的的喀喀湖' })).list
    assert.ok(lake === undefined || lake.lat < 0)
    await failureOf(visitor.place.find({ query: '' }), 'invalid')
    const near = await visitor.place.near({ lng: 116.4, lat: 39.9 })
    assert.equal(near.region, '北京')
    assert.ok(near.list.length > 0 && near.list.every(({ region }) => region !== ''))
    assert.equal((await visitor.place.near({ lng: 2.35, lat: 48.85 })).region, '法国')
    assert.deepEqual((await visitor.place.near({ lng: -130, lat: -45 })).list, [])
    await failureOf(visitor.place.near({ lng: 181, lat: 0 }), 'invalid')
  })
})
