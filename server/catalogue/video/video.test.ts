import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { VideoDraft } from '#shared/api/book/video-admin.ts'
import { ViewCounter } from '#server/catalogue/item/view-counter.ts'
import { readMarkTile } from '../../../test/mark-circles.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

const bilibili = 'https://www.bilibili.com/video/BV1xx411c7mD/?spm_id_from=333&p=2'
const embedded = 'https://player.bilibili.com/player.html?bvid=BV1xx411c7mD&page=2'

test('videos, with their pages switched off', async (t) => {
  const site = await startTestSite(t)
  const { visitor, db, url } = site
  const testUser = await site.newUser('读者')
  const editor = await site.newEditor('编辑')
  const place = (await visitor.place.find({ query: '凤凰' })).list.find(({ placeId }) => placeId !== null)
  assert.ok(place)
  const { region: _, ...spot } = place
  const draft: VideoDraft = {
    title: '沱江上的吊脚楼',
    source: bilibili,
    cover: null,
    desc: '清晨的渡船从虹桥下经过。',
    tags: ['湘西'],
    places: [{ ...spot, kind: 'setting', region: null, sentence: null }],
  }
  const { id } = await editor.api.video.create(draft)
  const found = async (query: string) =>
    (await visitor.search.suggest({ query })).videos.some(({ video }) => video.id === id)

  await t.test('only editors create videos, and a video has the values it was created with', async () => {
    const video = await visitor.video.show({ id })
    assert.equal(video.source, embedded)
    assert.deepEqual(
      [video.title, video.tags.map(({ name }) => name), video.places.map(({ name }) => name), video.recommends],
      [draft.title, ['湘西'], [place.name], []],
    )
    await failureOf(testUser.api.video.create(draft), 'forbidden')
    await failureOf(testUser.api.video.update({ id, ...draft }), 'forbidden')
    await failureOf(testUser.api.video.remove({ id }), 'forbidden')
    await failureOf(testUser.api.video.draft({ id }), 'forbidden')
    await failureOf(testUser.api.video.find(), 'forbidden')
    await failureOf(visitor.video.show({ id: newId() }), 'missing')
    await failureOf(editor.api.video.update({ id: newId(), ...draft }), 'missing')
    await failureOf(editor.api.video.remove({ id: newId() }), 'missing')
  })

  await t.test(
    'an address that is neither a video file nor a page of a known host is refused with a message',
    async () => {
      const sources = [
        'http://a.test/b.mp4',
        'https://evil.test/embed/1',
        'javascript:alert(1)',
        'https://a;b.test/c.mp4',
        '',
      ]
      for (const source of sources) {
        const failure = await failureOf(editor.api.video.create({ ...draft, source }), 'invalid')
        assert.match(failure.data?.fields?.['source'] ?? '', /mp4/)
      }
      await failureOf(editor.api.video.create({ ...draft, tags: ['没有的标签'] }), 'invalid')
      await failureOf(editor.api.video.create({ ...draft, title: '' }), 'invalid')
      await failureOf(editor.api.video.create({ ...draft, cover: 'cover/of/another' }), 'invalid')
      await failureOf(visitor.video.list({ cursor: 'x' }), 'invalid')
    },
  )

  await t.test('lists have pages in every order, and tags filter them', async () => {
    const more = await Promise.all(
      [1, 2, 3].map((n) =>
        editor.api.video.create({ title: `别处的片子 ${n}`, source: `https://films.test/${n}.webm` }),
      ),
    )
    for (const sort of ['hot', 'new', 'score'] as const) {
      const first = await visitor.video.list({ sort, limit: 3 })
      const second = await visitor.video.list({ sort, limit: 3, cursor: first.nextCursor ?? '' })
      const seen = [...first.list, ...second.list].map((video) => video.id)
      assert.deepEqual([new Set(seen).size, first.total, second.nextCursor], [4, 4, null])
      const back = await visitor.video.list({ sort, limit: 3, cursor: second.prevCursor ?? '' })
      assert.deepEqual([back.list, first.page, second.page, back.page], [first.list, 1, 2, 1])
      assert.equal(first.hasScores, false)
    }
    assert.equal((await visitor.video.list()).list.find((video) => video.id === id)?.host, '哔哩哔哩')
    assert.equal((await editor.api.video.find({ query: '别处' })).total, 3)
    for (const one of more) await editor.api.video.remove({ id: one.id })
  })

  await t.test('a video has a mark at its place, in lists, cells and tiles', async () => {
    const { list } = await visitor.mark.list({ placeId: place.placeId ?? '', limit: 50 })
    const mark = list.find(({ properties }) => properties.itemId === id)?.properties
    assert.deepEqual(
      [mark?.itemType, mark?.title, mark?.kinds, mark?.tags, mark?.authors],
      ['video', draft.title, ['setting'], ['湘西'], []],
    )
    const card = await (await fetch(`${url}/map?mark=${id}.${place.placeId}`)).text()
    assert.ok(card.includes(draft.title) && !card.includes(`href="/video/${id}"`))
    assert.equal((await visitor.mark.show({ itemId: id, placeId: place.placeId ?? '' })).properties.itemId, id)
    const total = (await visitor.mark.list({ tags: ['湘西'], limit: 1 })).total
    const before = await countTile(url)
    await editor.api.video.update({ id, ...draft, places: [] })
    assert.equal((await visitor.mark.list({ tags: ['湘西'], limit: 1 })).total, total - 1)
    assert.equal(await countTile(url), before - 1)
    await editor.api.video.update({ id, ...draft })
    assert.equal(await countTile(url), before)
  })

  await t.test('search finds a video by title, pinyin, tag, place and text, and by a new title at once', async () => {
    for (const query of ['吊脚楼', '沱江上的吊腳樓', 'diaojiaolou', '湘西 吊脚楼', place.name, '虹桥下'])
      assert.ok(await found(query), query)
    assert.ok(!(await found('没有这样的片子')))
    await editor.api.video.update({ id, ...draft, title: '白河的渡口' })
    assert.deepEqual([await found('白河的渡口'), await found('吊脚楼')], [true, false])
    // No book has this title, but the search found a video, so the query is not recorded as a failed query.
    await visitor.search.books({ query: '白河的渡口' })
    await visitor.search.books({ query: '没有这样的片子' })
    const misses = await db.selectFrom('searchMiss').select('query').execute()
    assert.deepEqual(
      misses.map(({ query }) => query),
      ['没有这样的片子'],
    )
    const { list } = await editor.api.tag.adminList()
    const tag = list.find(({ name }) => name === '湘西') ?? assert.fail('no such tag')
    const renamed = await editor.api.tag.update({
      id: tag.id,
      version: tag.version,
      name: '酉水人家',
      kind: tag.kind,
      position: tag.position,
    })
    assert.ok(await found('酉水人家'))
    assert.deepEqual(
      (await visitor.video.show({ id })).tags.map(({ name }) => name),
      ['酉水人家'],
    )
    await editor.api.audit.undo({ id: renamed.auditId })
    await db.deleteFrom('searchVideo').execute()
    assert.ok(!(await found('白河的渡口')))
    let next: string | null = null
    do next = (await editor.api.search.rebuild({ after: next })).next
    while (next !== null)
    assert.ok(await found('白河的渡口'))
  })

  await t.test('merging a place or a tag moves its videos, and the undo moves them back', async () => {
    const find = async (noun: 'place' | 'tag', name: string) => {
      const { list } = await (noun === 'tag' ? editor.api.tag.adminList() : editor.api.place.adminList({ query: name }))
      return list.find((one) => one.name === name)?.id ?? assert.fail(`no ${noun} ${name}`)
    }
    const merges = [
      ['place', place.name, '长沙'],
      ['tag', '湘西', '乡土'],
    ] as const
    const isAt = async (placeId: string) =>
      (await visitor.mark.list({ placeId, limit: 50 })).list.some(({ properties }) => properties.itemId === id)
    const winnerId = await find('place', '长沙')
    for (const [noun, loser, winner] of merges) {
      const named = async () => (await visitor.video.show({ id }))[`${noun}s`].map(({ name }) => name)
      const pair = { loserId: await find(noun, loser), winnerId: await find(noun, winner) }
      const { auditId } = await editor.api[noun].merge(pair)
      assert.deepEqual(await named(), [winner])
      assert.equal(await isAt(winnerId), noun === 'place')
      assert.ok(await found(winner))
      await editor.api.audit.undo({ id: auditId })
      assert.deepEqual(await named(), [loser])
      assert.equal(await isAt(winnerId), false)
    }
    assert.ok(await isAt(place.placeId ?? ''))
  })

  await t.test('users like, save, rate and comment on a video', async () => {
    const item = { itemType: 'video', itemId: id } as const
    await testUser.api.reaction.like({ ...item, on: true })
    await testUser.api.reaction.save({ ...item, on: true })
    await testUser.api.reaction.rate({ ...item, score: 9 })
    await testUser.api.comment.create({ ...item, content: '真想去看看。' })
    const { likes, countSave, countRated, countComments } = await visitor.video.show({ id })
    assert.deepEqual([likes, countSave, countRated, countComments], [1, 1, 1, 1])
    assert.deepEqual(((await testUser.api.reaction.likeSave()) as { likedVideos: string[] }).likedVideos, [id])
    assert.equal((await fetch(`${url}/video/${id}`)).status, 404)
    assert.equal((await fetch(`${url}/video`)).status, 404)
    for (const file of ['lists', '1'])
      assert.ok(!(await (await fetch(`${url}/sitemap-${file}.xml`)).text()).includes('/video'))
  })

  await t.test('removing a video with comments requires a confirmation and deletes the comments', async () => {
    const failure = await failureOf(editor.api.video.remove({ id }), 'conflict')
    assert.match(failure.message, /1 条评论/)
    await editor.api.video.remove({ id, confirmed: true })
    await failureOf(visitor.video.show({ id }), 'missing')
    assert.deepEqual((await visitor.search.suggest({ query: '白河的渡口' })).videos, [])
    const rows = await db.selectFrom('mark').select('itemId').where('itemType', '=', 'video').execute()
    assert.deepEqual(rows, [])
    const noted = await db.selectFrom('audit').select('action').where('targetId', '=', id).orderBy('id').execute()
    assert.deepEqual([noted[0]?.action, noted.at(-1)?.action], ['video.create', 'video.remove'])
  })
})

test('views are counted together, each caller once', async (t) => {
  const { db, visitor, newUser } = await startTestSite(t)
  const { id: itemId } = await db.selectFrom('book').select('id').executeTakeFirstOrThrow()
  const item = { itemType: 'book', itemId } as const
  const testUser = await newUser()
  assert.equal(await visitor.reaction.view(item), null)
  assert.equal(await testUser.api.reaction.view({ itemType: 'video', itemId: newId() }), null)
  await failureOf(visitor.reaction.view({ itemType: 'book', itemId: 'x' }), 'invalid')
  const views = new ViewCounter(db, (error) => assert.fail(String(error)))
  for (const viewer of ['a', 'a', 'b', 'a', 'c']) views.add(item, viewer)
  views.add({ itemType: 'video', itemId: newId() }, 'a')
  const before = (await visitor.book.show({ id: itemId })).views
  await Promise.all([views.flush(), views.stop()])
  assert.equal((await visitor.book.show({ id: itemId })).views, before + 3)
  // A second node counts page views by the same three visitors and by one more visitor.
  const other = new ViewCounter(db, (error) => assert.fail(String(error)))
  for (const viewer of ['c', 'b', 'a', 'd']) other.add(item, viewer)
  await other.stop()
  assert.equal((await visitor.book.show({ id: itemId })).views, before + 4)
  await sql`update recent_view set viewed_at = viewed_at - interval '31 minutes'`.execute(db)
  const later = new ViewCounter(db, (error) => assert.fail(String(error)))
  later.add(item, 'a')
  await later.stop()
  assert.equal((await visitor.book.show({ id: itemId })).views, before + 5)
})

/** Returns the number of books and videos on the world map, as counted by the map tile that covers the whole world. */
async function countTile(url: string): Promise<number> {
  const tile = await readMarkTile(url, [0, 0, 0])
  return tile.reduce((sum, { count }) => sum + count, 0)
}
