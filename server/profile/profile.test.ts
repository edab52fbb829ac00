import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { failureOf, startTestSite } from '../../test/test-site.ts'

test('public profiles', async (t) => {
  const site = await startTestSite(t)
  const { db, url, visitor, newUser } = site
  const [book, other] = (await visitor.book.list()).list
  assert.ok(book && other)
  const page = (id: string) => fetch(`${url}/user/${id}`)

  await t.test('show shelf, recommendations and comments, and are invalidated by each change', async () => {
    const { api, user } = await newUser('翠翠')
    const html = async () => (await page(user.id)).text()
    const first = await page(user.id)
    assert.equal(first.status, 200)
    assert.match(await first.text(), /翠翠的书架还空着/)
    await api.shelf.put({ bookId: book.id, state: 'read', note: '在渡船上读完' })
    assert.match(await html(), /在渡船上读完/)
    const comment = await api.comment.create({
      itemType: 'book',
      itemId: other.id,
      content: '好看，||结局是分别||，还想再读',
    })
    assert.match(await html(), /还想再读/)
    assert.doesNotMatch(await html(), /结局是分别/)
    await db
      .insertInto('recommendation')
      .values({
        id: newId(),
        userId: user.id,
        bookId: book.id,
        title: book.title,
        authors: book.authors,
        reason: '一条还没有通过的推荐，不该给别人看到的理由',
        status: 'pending',
      })
      .execute()
    const shown = await visitor.profile.show({ id: user.id })
    assert.deepEqual(shown.recommends, [])
    assert.equal(shown.comments[0]?.book.title, other.title)
    assert.deepEqual([shown.shelves.read.count, shown.shelves.want.count], [1, 0])
    await api.comment.remove({ id: comment.id })
    assert.doesNotMatch(await html(), /还想再读/)
  })

  await t.test('have an address, a title and structured data, and are hidden from robots', async () => {
    const { user } = await newUser('傩送')
    const html = await (await page(user.id)).text()
    assert.match(html, new RegExp(`<link rel="canonical" href="http://books.test/user/${user.id}"`))
    assert.match(html, /<meta name="robots" content="noindex"/)
    assert.match(html, /<title>傩送 · 知图<\/title>/)
    assert.match(html, /"@type":"ProfilePage"/)
  })

  await t.test('are missing alike for unknown, deleted and private users', async () => {
    const [hidden, deletedUser] = [await newUser('藏起来的人'), await newUser('走了的人')]
    assert.equal((await page(hidden.user.id)).status, 200)
    assert.deepEqual(await hidden.api.profile.showVisibility(), { isPublic: true })
    await hidden.api.profile.setVisibility({ isPublic: false })
    assert.deepEqual(await hidden.api.profile.showVisibility(), { isPublic: false })
    await db.updateTable('user').set({ deletedAt: new Date() }).where('id', '=', deletedUser.user.id).execute()
    const unknown = newId()
    const answers = await Promise.all(
      [hidden.user.id, deletedUser.user.id, unknown].map(async (id) => {
        const { message } = await failureOf(visitor.profile.show({ id }), 'missing')
        const answer = await page(id)
        return [message, answer.status, (await answer.text()).replaceAll(id, '')]
      }),
    )
    assert.equal(answers[0]?.[1], 404)
    assert.deepEqual(answers[1], answers[0])
    assert.deepEqual(answers[2], answers[0])
    assert.equal((await page('somebody')).status, 404)
    await hidden.api.profile.setVisibility({ isPublic: true })
    assert.equal((await page(hidden.user.id)).status, 200)
    await failureOf(visitor.profile.setVisibility({ isPublic: false }), 'unauthorized')
    await failureOf(hidden.api.profile.setVisibility({ isPublic: 'no' as unknown as boolean }), 'invalid')
    await failureOf(visitor.profile.show({ id: 'x' }), 'invalid')
  })
})
