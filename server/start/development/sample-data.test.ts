import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { startTestSite } from '../../../test/test-site.ts'
import { createFirstAdmin } from '#server/account/user/create-first-admin.ts'
import { createServices } from '#server/start/create-services.ts'
import { refuseSampleData } from '#server/platform/setting/sample-data-mark.ts'
import { addSampleData, describeSampleAccounts, sampleAccounts, samplePassword } from './sample-data.ts'

test('the sample data of development lets every sample account log in and gives every page something to show', async (t) => {
  const site = await startTestSite(t)
  const admin = (await createFirstAdmin(site.db, 'admin@zhitu.local')) ?? assert.fail()
  const services = createServices({
    db: site.db,
    site: await site.visitor.site.show(),
    sendMail: () => assert.fail('no mail is sent'),
    storage: site.storage,
    log: pino({ level: 'silent' }),
  })
  await refuseSampleData(site.db)
  await addSampleData(services, admin.email)
  await assert.rejects(refuseSampleData(site.db), /示例账号/)
  for (const account of [admin.email, ...Object.values(sampleAccounts).map(({ account }) => account)])
    assert.ok(describeSampleAccounts(admin.email).includes(account), account)

  const logIn = async (account: string) => {
    const answer = await site.visitor.auth.login({ account, password: samplePassword })
    assert.ok('token' in answer, account)
    return site.caller(answer.token)
  }
  await (await logIn(admin.email)).audit.list({})
  const editor = await logIn(sampleAccounts.editor.account)
  const lin = await logIn(sampleAccounts.lin.account)
  const zhou = await logIn(sampleAccounts.zhou.account)

  const { list: pending } = await editor.recommendation.queue({ status: 'pending' })
  assert.equal(pending.length, 1)
  const { recommendation } = await editor.recommendation.inspect({ id: pending[0]?.id ?? '' })
  assert.match(recommendation.cover ?? '', /^cover\//)
  const likes = await zhou.reaction.likeSave({})
  assert.ok('counts' in likes)
  assert.deepEqual(likes.counts.likes, { books: 3, videos: 0, comments: 1 })
  const { counts } = await zhou.shelf.list({ state: 'want' })
  assert.deepEqual(counts, { want: 1, reading: 1, read: 1 })
  const { list: comments } = await lin.comment.userList({})
  assert.equal(comments.length, 1)
  const book = { itemType: 'book', itemId: comments[0]?.itemId ?? '' } as const
  assert.equal((await site.visitor.comment.list(book)).list[0]?.countReplies, 1)
  assert.equal((await site.visitor.reaction.ratings(book)).countRated, 1)

  await assert.rejects(addSampleData(services, admin.email), /已有账号/)
})
