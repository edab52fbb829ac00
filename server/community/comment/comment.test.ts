import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

test('comments', async (t) => {
  const site = await startTestSite(t)
  const { db, visitor, url } = site
  const [first = '', second = '', third = ''] = (
    await db.selectFrom('book').select('id').orderBy('id').limit(3).execute()
  ).map(({ id }) => id)
  const book = (itemId: string) => ({ itemType: 'book' as const, itemId })
  const [a, b, c] = [await site.newUser('阿甲'), await site.newUser('阿乙'), await site.newUser('阿丙')]
  const [editor, admin] = [await site.newEditor('阿编'), await site.newUser('阿管', ['admin'])]
  /** Makes all comments two hours older, so that the limits on frequent comments no longer count them. */
  const later = () => sql`update comment set create_time = create_time - interval '2 hours'`.execute(db)
  const messagesOf = (id: string) =>
    db
      .selectFrom('message')
      .select(['kind', 'itemId', 'excerpt', 'countActors'])
      .where('userId', '=', id)
      .orderBy('id')
      .execute()
  const listOf = async (itemId: string) => (await visitor.comment.list(book(itemId))).list
  const countOf = async (itemId: string) => (await visitor.book.show({ id: itemId })).countComments

  await t.test('threads have two levels, and the author of a comment is notified of a reply', async () => {
    const root = await a.api.comment.create({ ...book(first), content: '翠翠在等' })
    const reply = await b.api.comment.create({ ...book(first), content: '等谁？||等不到的||', parentId: root.id })
    const deeper = await a.api.comment.create({ ...book(first), content: '@阿乙 也许明天回来', parentId: reply.id })
    assert.deepEqual([reply.parentId, reply.replyTo], [root.id, null])
    assert.deepEqual([deeper.parentId, deeper.replyTo], [root.id, { id: reply.id, userId: b.user.id, name: '阿乙' }])
    const [thread] = await listOf(first)
    assert.deepEqual(
      thread?.replies.map(({ id }) => id),
      [reply.id, deeper.id],
    )
    assert.deepEqual([thread.countReplies, thread.nextReplies, await countOf(first)], [2, null, 3])
    assert.deepEqual(await messagesOf(a.user.id), [
      { kind: 'reply', itemId: reply.id, excerpt: '等谁？［剧透］', countActors: 1 },
    ])
    assert.equal((await messagesOf(b.user.id)).length, 1)
    const html = await (await fetch(`${url}/book/${first}`)).text()
    assert.ok(html.includes('翠翠在等') && html.includes('也许明天回来'))
  })

  await t.test('all likes of a comment are one message, which disappears with the last like', async () => {
    const [thread] = await listOf(first)
    const like = { itemType: 'comment' as const, itemId: thread?.id ?? '' }
    assert.equal((await b.api.reaction.like({ ...like, on: true })).count, 1)
    assert.equal((await c.api.reaction.like({ ...like, on: true })).count, 2)
    await a.api.reaction.like({ ...like, on: true })
    const likes = async () => (await messagesOf(a.user.id)).filter(({ kind }) => kind === 'like')
    assert.deepEqual(
      (await likes()).map(({ countActors }) => countActors),
      [2],
    )
    await c.api.reaction.like({ ...like, on: false })
    assert.deepEqual(
      (await likes()).map(({ countActors }) => countActors),
      [1],
    )
    await b.api.reaction.like({ ...like, on: false })
    assert.deepEqual(await likes(), [])
  })

  await t.test('comments by likes and by time have pages, and so have the replies of each thread', async () => {
    const createdIds: string[] = []
    for (let n = 0; n < 7; n++) {
      await later()
      createdIds.push((await a.api.comment.create({ ...book(second), content: `第 ${n} 条` })).id)
    }
    await b.api.reaction.like({ itemType: 'comment', itemId: createdIds[2] ?? '', on: true })
    const all = async (sort: 'hot' | 'new') => {
      const seen: string[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await visitor.comment.list({ ...book(second), sort, limit: 3, ...(cursor && { cursor }) })
        assert.equal(page.total, 7)
        seen.push(...page.list.map(({ id }) => id))
        cursor = page.nextCursor
      }
      return seen
    }
    const newest = createdIds.toReversed()
    assert.deepEqual(await all('new'), newest)
    assert.deepEqual(await all('hot'), [createdIds[2], ...newest.filter((id) => id !== createdIds[2])])
    const parentId = createdIds[0] ?? ''
    for (let n = 0; n < 5; n++) {
      await later()
      await b.api.comment.create({ ...book(second), content: `回 ${n}`, parentId })
    }
    const thread = (await visitor.comment.list({ ...book(second), sort: 'new' })).list.find(({ id }) => id === parentId)
    const rest = await visitor.comment.replies({ id: parentId, cursor: thread?.nextReplies ?? '' })
    assert.deepEqual(
      [...(thread?.replies ?? []), ...rest.list].map(({ content }) => content),
      ['回 0', '回 1', '回 2', '回 3', '回 4'],
    )
    assert.deepEqual([rest.total, rest.nextCursor], [5, null])
    const last = rest.list.at(-1)?.id ?? ''
    assert.deepEqual(
      (await visitor.comment.thread({ id: last })).replies.map(({ content }) => content),
      ['回 0', '回 1', '回 2', '回 4'],
    )
    await failureOf(visitor.comment.thread({ id: newId() }), 'missing')
    for (const cursor of ['x', Buffer.from('["hot",-1,"x"]').toString('base64url')])
      await failureOf(visitor.comment.list({ ...book(second), cursor }), 'invalid')
    await failureOf(visitor.comment.replies({ id: parentId, cursor: 'x' }), 'invalid')
    await failureOf(visitor.comment.replies({ id: newId() }), 'missing')
  })

  await t.test('invalid input and users without permission are refused', async () => {
    await later()
    const say = (fields: object) => a.api.comment.create({ ...book(third), content: '好', ...fields })
    await failureOf(say({ content: '  ' }), 'invalid')
    await failureOf(say({ content: '字'.repeat(2001) }), 'invalid')
    await failureOf(say({ itemId: newId() }), 'missing')
    await failureOf(say({ parentId: newId() }), 'missing')
    await failureOf(say({ parentId: (await listOf(first))[0]?.id }), 'invalid')
    await failureOf(say({ elapsed: 300 }), 'tooMany')
    await failureOf(visitor.comment.create({ ...book(third), content: '好' }), 'unauthorized')
    await failureOf(visitor.comment.list(book(newId())), 'missing')
    const [thread] = await listOf(first)
    const id = thread?.id ?? ''
    await failureOf(b.api.comment.remove({ id }), 'missing')
    await failureOf(editor.api.comment.remove({ id, reason: '' }), 'invalid')
    await failureOf(editor.api.comment.remove({ id: newId(), reason: '广告' }), 'missing')
    for (const call of ['approve', 'restore'] as const) await failureOf(b.api.comment[call]({ id }), 'forbidden')
    await failureOf(b.api.comment.adminList(), 'forbidden')
    await failureOf(editor.api.comment.approve({ id }), 'conflict')
    await failureOf(editor.api.comment.restore({ id }), 'conflict')
    await failureOf(editor.api.guard.show(), 'forbidden')
    await failureOf(b.api.guard.put({ words: '' }), 'forbidden')
    await failureOf(a.api.report.create({ commentId: id, reason: '广告广告' }), 'invalid')
    await failureOf(b.api.report.create({ commentId: newId(), reason: '广告广告' }), 'missing')
    await failureOf(b.api.report.create({ commentId: id, reason: '广' }), 'invalid')
    await failureOf(visitor.report.create({ commentId: id, reason: '广告广告' }), 'unauthorized')
  })

  await t.test('a deleted comment loses its text and keeps its replies', async () => {
    const [thread] = await listOf(first)
    const id = thread?.id ?? ''
    await a.api.comment.remove({ id })
    const [removed] = await listOf(first)
    assert.deepEqual([removed?.deleted, removed?.content, removed?.user, removed?.replies.length], [true, '', null, 2])
    assert.equal(await countOf(first), 2)
    await failureOf(a.api.comment.remove({ id }), 'missing')
    await failureOf(b.api.comment.create({ ...book(first), content: '在吗', parentId: id }), 'conflict')
    await failureOf(b.api.reaction.like({ itemType: 'comment', itemId: id, on: true }), 'missing')
    await later()
    const answer = removed?.replies[0]?.id ?? ''
    await c.api.comment.create({ ...book(first), content: '我来迟了', parentId: answer })
    await b.api.comment.remove({ id: answer })
    assert.equal(removed?.replies[1]?.replyTo?.name, '阿乙')
    assert.deepEqual(
      (await listOf(first))[0]?.replies.map(({ replyTo }) => replyTo),
      [null, null],
    )
    // Notifications about a comment are deleted together with the text of the comment.
    assert.ok(!(await messagesOf(a.user.id)).some(({ itemId }) => itemId === answer))
    assert.equal(
      (await db.selectFrom('comment').select('content').where('id', '=', id).executeTakeFirst())?.content,
      '',
    )
  })

  await t.test('an editor deletes a comment with a reason that its author reads, and may restore it', async () => {
    await later()
    const { id } = await c.api.comment.create({ ...book(third), content: '加我看全文' })
    await b.api.report.create({ commentId: id, reason: '像广告' })
    await b.api.report.create({ commentId: id, reason: '就是广告' })
    await a.api.report.create({ commentId: id, reason: '是广告' })
    const [waiting] = (await editor.api.comment.adminList()).list
    assert.deepEqual([waiting?.comment.id, waiting?.reports.map(({ reason }) => reason)], [id, ['就是广告', '是广告']])
    await editor.api.comment.remove({ id, reason: '这是广告' })
    assert.deepEqual([(await listOf(third)).length, (await editor.api.comment.adminList()).total], [0, 0])
    assert.match((await messagesOf(c.user.id)).at(-1)?.excerpt ?? '', /理由：这是广告/)
    const [myComment] = (await c.api.comment.userList()).list
    assert.deepEqual([myComment?.deleted, myComment?.reason], [true, '这是广告'])
    assert.equal((await editor.api.comment.adminList({ show: 'deleted' })).list[0]?.comment.content, '加我看全文')
    await editor.api.comment.restore({ id })
    assert.equal((await listOf(third)).length, 1)
    assert.equal((await editor.api.comment.adminList()).total, 1)
    await editor.api.comment.approve({ id })
    assert.equal((await editor.api.comment.adminList()).total, 0)
    const { rows } = await sql<{
      action: string
    }>`select action from audit where target_id = ${id} order by id`.execute(db)
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['comment.delete', 'comment.restore', 'comment.keep'],
    )
  })

  await t.test(
    'comments with links of new accounts, many links, listed words or a filled trap field are held',
    async () => {
      await db.deleteFrom('message').execute()
      await admin.api.guard.put({ words: '代写论文\n加V信\nav' })
      const found = await admin.api.guard.test({ content: '專業 代-寫。論 文' })
      assert.deepEqual(found.found, ['代写论文'])
      const held = async (content: string, extra = {}) => {
        await later()
        return (await b.api.comment.create({ ...book(third), content, ...extra })).held
      }
      assert.match((await held('代 写★論文，价格从优')) ?? '', /字词/)
      assert.match((await held('加ｖ 信')) ?? '', /字词/)
      assert.equal(await held('I have read it, 真好'), null)
      assert.match((await held('看 https://spam.test/a 这里')) ?? '', /新账号/)
      assert.match((await held('看 spam。com 这里')) ?? '', /新账号/)
      assert.equal(await held('本站的 http://books.test/book 里有'), null)
      assert.match((await held('一切正常', { website: 'http://x.test' })) ?? '', /自动检查/)
      await sql`update "user" set created_at = now() - interval '30 days' where id = ${b.user.id}`.execute(db)
      await later()
      await b.api.comment.create({ ...book(third), content: '第三句平常的话' })
      assert.equal(await held('看 https://ok.test/a 这里'), null)
      assert.match((await held('a.com b.com c.com d.com')) ?? '', /链接比较多/)
      // A comment that is held for moderation is visible to its author only, is not counted, and causes no
      // notifications.
      const shown = await listOf(third)
      assert.ok(!shown.some(({ content }) => /spam|一切正常|论文|論文/.test(content)))
      assert.equal(await countOf(third), shown.length)
      const myReaction = await b.api.reaction.show(book(third))
      assert.equal(myReaction.heldComments.length, 6)
      assert.equal((await a.api.reaction.show(book(third))).heldComments.length, 0)
      assert.equal((await editor.api.comment.adminList()).total, 6)
    },
  )

  await t.test('a link of an account is held until it is three days old and has three published comments', async () => {
    const { user, api } = await site.newUser('阿丁')
    const say = async (content: string) => (
      await later(),
      (await api.comment.create({ ...book(second), content })).held
    )
    const isLinkHeld = async () => (await say(`看 https://example.org/${newId()} 这里`)) !== null
    const setAge = (age: string) =>
      sql`update "user" set created_at = now() - ${age}::interval where id = ${user.id}`.execute(db)
    await setAge('73 hours')
    for (const content of ['第一句', '第二句']) {
      assert.equal(await say(content), null)
      assert.equal(await isLinkHeld(), true)
    }
    assert.equal(await say('第三句'), null)
    await setAge('71 hours')
    assert.equal(await isLinkHeld(), true)
    await setAge('73 hours')
    assert.equal(await isLinkHeld(), false)
    await db.deleteFrom('comment').where('userId', '=', user.id).execute()
  })

  await t.test('the author of a comment is notified of a held reply once an editor approves it', async () => {
    const root = (await listOf(third)).find(({ user }) => user?.id === c.user.id)
    await later()
    const { id } = await b.api.comment.create({ ...book(third), content: '加v信聊', parentId: root?.id ?? '' })
    assert.deepEqual(await messagesOf(c.user.id), [])
    await failureOf(a.api.comment.create({ ...book(third), content: '回你', parentId: id }), 'missing')
    await failureOf(a.api.reaction.like({ itemType: 'comment', itemId: id, on: true }), 'missing')
    await failureOf(a.api.comment.remove({ id }), 'missing')
    const before = await countOf(third)
    await editor.api.comment.remove({ id, reason: '先收起来' })
    await editor.api.comment.restore({ id })
    assert.equal(await countOf(third), before)
    await editor.api.comment.approve({ id })
    assert.equal(await countOf(third), before + 1)
    assert.deepEqual(
      (await messagesOf(c.user.id)).map(({ kind }) => kind),
      ['reply'],
    )
    assert.equal((await listOf(third)).find((thread) => thread.id === root?.id)?.countReplies, 1)
  })

  await t.test(
    'a user posts five comments a minute and a hundred a day on all nodes together, and no comment twice',
    async () => {
      const say = (n: number) => c.api.comment.create({ ...book(second), content: `连着说 ${n}` })
      await later()
      const burst = await Promise.allSettled(Array.from({ length: 9 }, (_, n) => say(n)))
      assert.equal(burst.filter(({ status }) => status === 'fulfilled').length, 5)
      const wait = (await failureOf(say(99), 'tooMany')).data?.retryAfter ?? 0
      assert.ok(wait > 0 && wait <= 60)
      await sql`update comment set create_time = create_time - interval '5 minutes' where user_id = ${c.user.id}`.execute(
        db,
      )
      const { content } = (await c.api.comment.userList({ limit: 1 })).list[0] ?? assert.fail()
      await failureOf(c.api.comment.create({ ...book(second), content }), 'conflict')
      await sql`update comment set create_time = create_time - interval '5 minutes' where user_id = ${c.user.id}`.execute(
        db,
      )
      await c.api.comment.create({ ...book(second), content })
      await later()
      await sql`insert into comment (id, item_type, item_id, user_id, content, create_time)
      select gen_random_uuid(), 'book', ${second}, ${c.user.id}, n::text, now() - interval '3 hours' from generate_series(1, 100) n`.execute(
        db,
      )
      await failureOf(say(100), 'tooMany')
      assert.ok((await c.api.comment.count()).count > 100)
    },
  )

  await t.test('with the setting on, the first comment of every account is held', async () => {
    const strict = await startTestSite(t, { holdFirstComment: true })
    const member = await strict.newUser()
    const { list } = await strict.visitor.book.list({ limit: 1 })
    const comment = await member.api.comment.create({ ...book(list[0]?.id ?? ''), content: '初来乍到' })
    assert.match(comment.held ?? '', /第一条/)
  })
})
