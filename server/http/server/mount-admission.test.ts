import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultAdmission } from '#server/http/limit/admission-limit.ts'
import { startTestSite } from '../../../test/test-site.ts'

test('an overloaded site sends the pages that its cache has, even stale ones, and refuses all others', async (t) => {
  const admission = { ...defaultAdmission, longestWaitMs: 60_000 }
  const site = await startTestSite(t, {}, { admission })
  const get = async (path: string) => {
    const response = await fetch(site.url + path, { headers: { accept: 'text/html' } })
    const text = await response.text()
    return { status: response.status, isStale: response.headers.get('cache-status') !== null, text }
  }
  const user = await site.newUser()
  const [liked, other, commented] = await site.db.selectFrom('book').select('id').limit(3).execute()
  const itemOf = (itemId = '') => ({ itemType: 'book' as const, itemId })
  const { id } = await user.api.comment.create({ ...itemOf(commented?.id), content: '要删的话' })
  const before = await get(`/book/${liked?.id}`)
  for (const { status } of [before, await get(`/book/${commented?.id}`)]) assert.equal(status, 200)
  await user.api.reaction.like({ ...itemOf(liked?.id), on: true })
  await user.api.comment.remove({ id })

  for (const [waiting, when] of [
    [0, 'refused at once'],
    [64, 'refused after a wait'],
  ] as const)
    await t.test(`when requests are ${when}`, async () => {
      Object.assign(admission, { running: 0, runningWhileIdle: 0, waiting, longestWaitMs: 1 })
      assert.deepEqual(await get(`/book/${liked?.id}`), { ...before, isStale: true })
      assert.equal((await get(`/book/${other?.id}`)).status, 503)
      // A page with a deleted comment must not be shown again.
      assert.equal((await get(`/book/${commented?.id}`)).status, 503)
      await assert.rejects(() => user.api.reaction.like({ ...itemOf(liked?.id), on: false }), /现在访问的人太多/)
    })

  await t.test('when there is room again, the page is new', async () => {
    Object.assign(admission, defaultAdmission, { longestWaitMs: 60_000 })
    const { status, isStale, text } = await get(`/book/${liked?.id}`)
    assert.deepEqual([status, isStale], [200, false])
    assert.notEqual(text, before.text)
  })
})
