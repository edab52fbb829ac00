import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBookId } from '../../../test/find-book-id.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

const reason = '写一条河边的人怎样过冬，冷得很，也暖得很，读完想去看看那条河。'
const fields = {
  title: '渡口的冬天',
  authors: ['沈渡'],
  isbn13: '9787020002207',
  reason,
  tags: ['湘西', '长篇小说'],
  places: [{ placeId: null, name: '白水渡', lng: 109.46, lat: 28.51, kind: 'setting' as const }],
}

test('editors decide on recommendations', async (t) => {
  const { visitor, db, newUser, newEditor, url } = await startTestSite(t)
  const [writer, second] = [await newUser('翠翠'), await newUser('傩送')]
  const { recommendation: one } = (await newEditor('甲编')).api
  const editor = await newEditor('乙编')
  const { recommendation: two } = editor.api
  const see = async (id: string) => {
    const { recommendation, places } = await one.inspect({ id })
    const { title, authors, isbn13, tags, updateTime } = recommendation
    const desc = '一条河，一个渡口，一个冬天：从第一场霜写到开河，写船家、客栈和等信的人。'
    return {
      seen: { id, updateTime },
      book: { title, authors, editions: isbn13 === null ? [] : [{ isbn13 }], tags, places, desc },
    }
  }
  const messages = (userId: string) =>
    db
      .selectFrom('message')
      .select(['kind', 'itemId', 'excerpt', 'isRead'])
      .where('userId', '=', userId)
      .orderBy('id')
      .execute()
  const actions = (id: string) =>
    db.selectFrom('audit').select('action').where('targetId', '=', id).orderBy('id').execute()
  const { id } = await writer.api.recommendation.create(fields)

  await t.test('users who are not editors cannot decide', async () => {
    const { recommendation } = writer.api
    const seen = { id, updateTime: new Date().toISOString() }
    const { book } = await see(id)
    const calls = [
      () => recommendation.queue(),
      () => recommendation.inspect({ id }),
      () => recommendation.claim({ id }),
      () => recommendation.approve({ ...seen, book }),
      () => recommendation.join({ ...seen, bookId: id }),
      () => recommendation.reject({ ...seen, note: '不行不行不行' }),
      () => recommendation.undo({ id }),
    ]
    for (const call of calls) await failureOf(call(), 'forbidden')
    await failureOf(visitor.recommendation.queue(), 'unauthorized')
    await failureOf(one.reject({ ...seen, note: '短' }), 'invalid')
    await failureOf(one.undo({ id }), 'conflict')
  })

  await t.test('an editor cannot decide on their own recommendation, but another editor or an admin can', async () => {
    const author = await newUser('丙编')
    const setRoles = (roles: ('editor' | 'admin')[]) =>
      db.updateTable('user').set({ roles }).where('id', '=', author.user.id).execute()
    await setRoles(['editor'])
    const { recommendation } = author.api
    const { id } = await recommendation.create({ ...fields, title: '自己的书', isbn13: null })
    const { seen, book } = await see(id)
    const own = [
      () => recommendation.claim({ id }),
      () => recommendation.approve({ ...seen, book }),
      () => recommendation.join({ ...seen, bookId: id }),
      () => recommendation.reject({ ...seen, note: '不行不行不行' }),
    ]
    for (const call of own) assert.match((await failureOf(call(), 'conflict')).message, /另一位编辑或管理员/)
    await one.reject({ ...seen, note: '请写明版本' })
    assert.match((await failureOf(recommendation.undo({ id }), 'conflict')).message, /另一位编辑或管理员/)
    await setRoles(['admin'])
    await recommendation.undo({ id })
    await recommendation.claim({ id })
    await recommendation.withdraw({ id })
  })

  await t.test('the queue lists the oldest recommendation first', async () => {
    const { id: later } = await second.api.recommendation.create({ ...fields, title: '渡口的冬天' })
    const { list, total } = await one.queue()
    assert.deepEqual([list.map((entry) => entry.id), total], [[id, later], 2])
    const { nextCursor } = await one.queue({ limit: 1 })
    const next = await one.queue({ limit: 1, cursor: nextCursor ?? '' })
    assert.deepEqual([next.list.map((entry) => entry.id), next.nextCursor], [[later], null])
    assert.equal((await one.queue({ status: 'approved' })).total, 0)
    const seen = await one.inspect({ id })
    assert.deepEqual(
      seen.waiting.map((entry) => [entry.id, entry.user]),
      [[later, '傩送']],
    )
    assert.deepEqual(seen.places[0]?.region, { country: 'CN', province: '湖南' })
    assert.equal(seen.history.pending, 1)
  })

  await t.test('a claim of one editor keeps other editors from deciding', async () => {
    await one.claim({ id })
    const { message } = await failureOf(two.claim({ id }), 'conflict')
    assert.match(message, /甲编正在看/)
    const { seen } = await see(id)
    await failureOf(two.reject({ ...seen, note: '请写得再具体一些' }), 'conflict')
    assert.equal((await two.queue()).list[0]?.claimedBy?.name, '甲编')
    const [, other] = (await one.queue()).list
    await one.claim({ id: other?.id ?? '' })
    assert.equal((await two.queue()).list[0]?.claimedBy, null)
  })

  await t.test('a rejected recommendation can be changed, and the editor sees both versions', async () => {
    const { seen } = await see(id)
    await one.reject({ ...seen, note: '请写写它为什么打动你。' })
    const rejected = await writer.api.recommendation.show({ id })
    assert.deepEqual([rejected.status, rejected.reviewNote], ['rejected', '请写写它为什么打动你。'])
    assert.deepEqual(
      (await messages(writer.user.id)).map(({ kind, itemId }) => [kind, itemId]),
      [['recommendRejected', id]],
    )
    const changed = await writer.api.recommendation.update({
      ...fields,
      id,
      reason: `${reason}开河那一章，我读了三遍。`,
    })
    assert.deepEqual([changed.status, changed.reviewNote], ['pending', ''])
    const { former, recommendation } = await one.inspect({ id })
    assert.deepEqual([former?.reason, former?.reviewNote], [reason, '请写写它为什么打动你。'])
    assert.notEqual(recommendation.reason, former?.reason)
    const { list } = await one.queue()
    assert.deepEqual([list.at(-1)?.id, list.at(-1)?.isResubmitted], [id, true])
    // The author has changed the recommendation since the editor loaded it, so the decision is refused.
    await failureOf(one.reject({ ...seen, note: '请写写它为什么打动你。' }), 'conflict')
    assert.equal((await messages(writer.user.id)).length, 1)
  })

  await t.test('of two concurrent approvals one succeeds and creates a book on pages, search and map', async () => {
    const { seen, book } = await see(id)
    const tagCount = async () => (await visitor.tag.list()).list.find(({ name }) => name === '湘西')?.count ?? 0
    const before = await tagCount()
    const tries = await Promise.allSettled([one.approve({ ...seen, book }), two.approve({ ...seen, book })])
    assert.deepEqual(tries.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    const refused = tries.find((one) => one.status === 'rejected')?.reason as Error
    assert.match(refused.message, /(甲编|乙编)已经通过了这条推荐/)
    const { bookId, status } = await writer.api.recommendation.show({ id })
    assert.ok(bookId)
    assert.equal(status, 'approved')
    const shown = await visitor.book.show({ id: bookId })
    assert.deepEqual(
      shown.recommends.map(({ user, reason }) => [user.name, reason.endsWith('三遍。')]),
      [['翠翠', true]],
    )
    assert.equal(shown.places[0]?.region, '湖南')
    assert.equal(await tagCount(), before + 1)
    for (const query of ['渡口的冬天', '渡口的冬天 沈渡', 'dukoudedongtian', '开河那一章', '白水渡'])
      assert.ok(
        (await visitor.search.books({ query })).list.some(({ book }) => book.id === bookId),
        query,
      )
    const { list } = await visitor.mark.list({ bounds: [109.4, 28.4, 109.5, 28.6], limit: 50 })
    assert.ok(list.some(({ properties }) => properties.itemId === bookId))
    assert.match(await (await fetch(`${url}/book/${bookId}`)).text(), /开河那一章，我读了三遍/)
    assert.deepEqual(
      (await messages(writer.user.id)).map(({ kind }) => kind),
      ['recommendRejected', 'recommendApproved'],
    )
    assert.equal((await visitor.recommendation.show({ id })).reviewNote, '')
    await failureOf(writer.api.recommendation.update({ ...fields, id }), 'conflict')
    await failureOf(one.claim({ id }), 'conflict')
  })

  await t.test('an approval for a book that exists by now can be undone', async () => {
    const [waiting] = (await one.queue()).list
    const { bookId } = await writer.api.recommendation.show({ id })
    assert.ok(waiting && bookId)
    const { seen, book } = await see(waiting.id)
    assert.equal((await one.inspect({ id: waiting.id })).similar[0]?.isSame, true)
    // The first editor's reservation of the recommendation has expired.
    await db
      .updateTable('recommendation')
      .set({ claimTime: new Date(0) })
      .where('id', '=', waiting.id)
      .execute()
    // Another book now has the ISBN of the recommendation, so the second editor cannot approve it as a new book.
    await failureOf(two.approve({ ...seen, book }), 'conflict')
    await failureOf(two.join({ ...seen, bookId: waiting.id }), 'missing')
    // The first editor's reservation of the recommendation has expired.
    await db
      .updateTable('recommendation')
      .set({ claimTime: new Date(0) })
      .where('id', '=', waiting.id)
      .execute()
    await two.join({ ...seen, bookId })
    const names = async () => (await visitor.book.show({ id: bookId })).recommends.map(({ user }) => user.name)
    assert.deepEqual((await names()).sort(), ['傩送', '翠翠'])
    await failureOf(one.undo({ id }), 'conflict')
    await one.undo({ id: waiting.id })
    assert.deepEqual(await names(), ['翠翠'])
    assert.deepEqual(await messages(second.user.id), [])
    assert.deepEqual((await second.api.recommendation.show({ id: waiting.id })).bookId, null)
  })

  await t.test('an approval for a book adds the edition that the user has, and its undo removes it', async () => {
    const bookId = await findBookId(db, '边城')
    const isbn13 = '9787506261579'
    const users = [await newUser(), await newUser()]
    const ids = await Promise.all(
      users.map(async ({ api }) => (await api.recommendation.create({ ...fields, title: '边城', isbn13 })).id),
    )
    const before = (await visitor.book.show({ id: bookId })).editions
    const seen = await Promise.all(ids.map(async (id) => (await see(id)).seen))
    const added = async () => (await visitor.book.show({ id: bookId })).editions.slice(before.length)
    // Both approvals run at the same time; the second finds the edition of the first.
    await Promise.all(seen.map((one) => two.join({ ...one, bookId })))
    const [own] = ids
    assert.ok(own)
    assert.deepEqual(
      (await added()).map((edition) => edition.isbn13),
      [isbn13],
    )
    assert.equal((await visitor.search.books({ query: isbn13 })).list[0]?.book.id, bookId)
    for (const id of ids) await two.undo({ id })
    assert.deepEqual(await added(), [])
    await two.join({ ...(await see(own)).seen, bookId })
    const { book, version } = await editor.api.book.inspect({ id: bookId })
    const editions = book.editions.map((edition) => ({ ...edition, publisher: '北岳文艺出版社' }))
    await editor.api.book.update({ id: bookId, version, book: { ...book, editions } })
    await two.undo({ id: own })
    assert.equal((await added()).length, 1)
    await editor.api.book.update({ id: bookId, version: (await editor.api.book.inspect({ id: bookId })).version, book })
    for (const [at, id] of ids.entries()) await users[at]?.api.recommendation.withdraw({ id })
  })

  await t.test('undoing an approval removes the book unless something refers to it', async () => {
    const { bookId } = await writer.api.recommendation.show({ id })
    assert.ok(bookId)
    const liked = { userId: second.user.id, itemType: 'book' as const, itemId: bookId }
    await db.insertInto('itemLike').values(liked).execute()
    const { message } = await failureOf(one.undo({ id }), 'conflict')
    assert.match(message, /喜欢/)
    await db.deleteFrom('itemLike').where('itemId', '=', bookId).execute()
    await one.undo({ id })
    await failureOf(visitor.book.show({ id: bookId }), 'missing')
    assert.deepEqual((await visitor.search.books({ query: '渡口的冬天 沈渡' })).list, [])
    assert.equal((await db.selectFrom('mark').select('itemId').where('itemId', '=', bookId).execute()).length, 0)
    assert.equal((await db.selectFrom('place').select('id').where('name', '=', '白水渡').execute()).length, 0)
    assert.equal((await writer.api.recommendation.show({ id })).status, 'pending')
    assert.deepEqual(
      (await actions(id)).map(({ action }) => action),
      ['recommendation.reject', 'recommendation.approve', 'recommendation.undo'],
    )
    const { seen } = await see(id)
    await one.reject({ ...seen, note: '再等一等，资料还不全。' })
    await one.undo({ id })
    assert.equal((await writer.api.recommendation.show({ id })).status, 'pending')
  })

  await t.test('a new place needs a region, and place names are unique', async () => {
    const { seen, book } = await see(id)
    const [place] = book.places
    assert.ok(place)
    const withPlace = (change: Partial<typeof place>) =>
      one.approve({ ...seen, book: { ...book, places: [{ ...place, ...change }] } })
    await failureOf(withPlace({ region: null }), 'invalid')
    await failureOf(withPlace({ region: { country: 'CN', province: null } }), 'invalid')
    await failureOf(withPlace({ name: '北京' }), 'invalid')
    await failureOf(one.approve({ ...seen, book: { ...book, tags: ['没有的标签'] } }), 'invalid')
    await withPlace({ region: { country: 'CN', province: '贵州' } })
  })
})
