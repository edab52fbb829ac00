import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { failureOf, startTestSite } from '../../../test/test-site.ts'
import { type NewMessage, postMessage } from './post-message.ts'

test('messages', async (t) => {
  const site = await startTestSite(t)
  const { db, url, newUser, visitor } = site
  const [book] = (await visitor.book.list()).list
  const bookId = book?.id ?? ''
  const post = (message: Partial<NewMessage> & Pick<NewMessage, 'userId'>) =>
    db
      .transaction()
      .execute((db) =>
        postMessage(db, { kind: 'system', actorId: null, itemType: null, itemId: null, excerpt: '', ...message }),
      )
  const newComment = async (userId: string) => {
    const id = newId()
    await db.insertInto('comment').values({ id, itemType: 'book', itemId: bookId, userId, content: '好书' }).execute()
    return id
  }

  await t.test('name the actor and the target, the newest first, in pages', async () => {
    const [testUser, friend] = [await newUser(), await newUser('天保')]
    const { id: userId } = testUser.user
    const reply = await newComment(friend.user.id)
    await post({ userId, excerpt: '欢迎' })
    await post({ userId, kind: 'reply', actorId: friend.user.id, itemType: 'comment', itemId: reply, excerpt: '好书' })
    await post({ userId, kind: 'recommendApproved', itemType: 'book', itemId: bookId, excerpt: '已经上架' })
    await post({ userId, kind: 'recommendRejected', itemType: 'recommendation', itemId: newId(), excerpt: '理由太短' })
    const first = await testUser.api.message.list({ limit: 3 })
    assert.deepEqual([first.list.length, first.total], [3, 4])
    const second = await testUser.api.message.list({ limit: 3, cursor: first.nextCursor ?? '' })
    assert.equal(second.nextCursor, null)
    const all = [...first.list, ...second.list]
    assert.deepEqual(
      all.map(({ kind, href, title }) => [kind, href, title]),
      [
        ['recommendRejected', '/user/userInfo#recommend', null],
        ['recommendApproved', `/book/${bookId}`, book?.title],
        ['reply', `/book/${bookId}#comment-${reply}`, book?.title],
        ['system', null, null],
      ],
    )
    assert.deepEqual(
      all.map(({ itemType, itemId }) => [itemType, itemId === null]),
      [
        ['recommendation', false],
        ['book', false],
        ['comment', false],
        [null, true],
      ],
    )
    assert.equal(all[2]?.itemId, reply)
    assert.deepEqual(all[2]?.actor, { id: friend.user.id, name: '天保', profile: '' })
    assert.deepEqual((await friend.api.message.list()).list, [])
    await failureOf(testUser.api.message.list({ cursor: 'x' }), 'invalid')
    const wrongTime = Buffer.from(JSON.stringify(['0000-01-01T00:00:00Z', newId()])).toString('base64url')
    await failureOf(testUser.api.message.list({ cursor: wrongTime }), 'invalid')
    await failureOf(testUser.api.message.list({ status: 'read' as 'unread' }), 'invalid')
    await failureOf(visitor.message.list(), 'unauthorized')
  })

  await t.test('are marked as read one by one or all together, by their user only', async () => {
    const [testUser, other] = [await newUser(), await newUser()]
    const { id: userId } = testUser.user
    for (const excerpt of ['一', '二', '三']) await post({ userId, excerpt })
    const [newest] = (await testUser.api.message.list()).list
    const id = newest?.id ?? ''
    await failureOf(other.api.message.read({ id }), 'missing')
    await failureOf(other.api.message.remove({ id }), 'missing')
    await failureOf(testUser.api.message.read({ id: newId() }), 'missing')
    assert.equal((await testUser.api.message.countUnread()).count, 3)
    // The specification requires that a message can be marked as read by a request without a body.
    const headers = { authorization: `Bearer ${testUser.token}` }
    const answer = await fetch(`${url}/api/v1/user/message/${id}`, { method: 'PUT', headers })
    assert.equal((await answer.json()).code, 0)
    await testUser.api.message.read({ id })
    const { list, total } = await testUser.api.message.list({ status: 'unread' })
    assert.deepEqual([list.map(({ excerpt }) => excerpt), total], [['二', '一'], 2])
    assert.deepEqual(await testUser.api.message.readAll(), { count: 2 })
    assert.deepEqual(await testUser.api.message.countUnread(), { count: 0 })
    await testUser.api.message.remove({ id })
    assert.equal((await testUser.api.message.list()).total, 2)
    await failureOf(visitor.message.countUnread(), 'unauthorized')
  })

  await t.test('about likes are joined while unread and count each user once, also for concurrent likes', async () => {
    const testUser = await newUser()
    const { id: userId } = testUser.user
    const fans = await Promise.all(Array.from({ length: 8 }, () => newUser()))
    const itemId = await newComment(userId)
    const like = (actorId: string) => post({ userId, kind: 'like', actorId, itemType: 'comment', itemId })
    await Promise.all([...fans, ...fans].map(({ user }) => like(user.id)))
    await like(userId)
    const joined = (await testUser.api.message.list()).list
    assert.deepEqual(
      joined.map(({ countActors, kind }) => [kind, countActors]),
      [['like', 8]],
    )
    await testUser.api.message.readAll()
    await Promise.all(fans.map(({ user }) => like(user.id)))
    assert.equal(
      (await testUser.api.message.countUnread()).count,
      0,
      'a user who likes again causes no second notification',
    )
    const late = await newUser('傩送')
    await like(late.user.id)
    const { list } = await testUser.api.message.list({ status: 'unread' })
    assert.deepEqual(
      list.map(({ countActors, actor }) => [countActors, actor?.name]),
      [[1, '傩送']],
    )
  })

  await t.test('of a kind that the user switched off are not written; system messages always are', async () => {
    const [testUser, friend] = [await newUser(), await newUser()]
    const { id: userId } = testUser.user
    assert.deepEqual(await testUser.api.message.showPreference(), { muted: [], digest: 'off' })
    await testUser.api.message.setPreference({ muted: ['like', 'recommend'], digest: 'weekly' })
    assert.deepEqual(await testUser.api.message.showPreference(), { muted: ['like', 'recommend'], digest: 'weekly' })
    const itemId = await newComment(userId)
    const about = { userId, actorId: friend.user.id, itemType: 'comment', itemId } as const
    await post({ ...about, kind: 'like' })
    await post({ ...about, kind: 'reply' })
    await post({ userId, kind: 'recommendRejected', itemType: 'recommendation', itemId: newId() })
    await post({ userId })
    const { list } = await testUser.api.message.list()
    assert.deepEqual(
      list.map(({ kind }) => kind),
      ['system', 'reply'],
    )
    await failureOf(testUser.api.message.setPreference({ muted: ['system' as 'like'], digest: 'off' }), 'invalid')
    await failureOf(testUser.api.message.setPreference({ muted: [], digest: 'hourly' as 'daily' }), 'invalid')
    await failureOf(visitor.message.showPreference(), 'unauthorized')
  })

  await t.test('are not written for deleted accounts, and do not name them', async () => {
    const [testUser, deletedUser] = [await newUser(), await newUser('走了的人')]
    const { id: userId } = testUser.user
    await post({ userId, kind: 'reply', actorId: deletedUser.user.id, itemType: 'book', itemId: bookId })
    await db.updateTable('user').set({ deletedAt: new Date() }).where('id', '=', deletedUser.user.id).execute()
    await post({ userId: deletedUser.user.id })
    assert.equal((await testUser.api.message.list()).list[0]?.actor?.name, '已注销用户')
    const written = await db.selectFrom('message').select('id').where('userId', '=', deletedUser.user.id).execute()
    assert.deepEqual(written, [])
  })
})
