import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import type { Digest } from '#shared/api/community/message.ts'
import { createSendMail } from '#server/platform/mail/send-mail.ts'
import { startTestSite, type TestSite } from '../../../test/test-site.ts'
import { postMessage } from './post-message.ts'
import { sendDigests } from './send-digests.ts'

const errors: object[] = []
const log = { info: () => undefined, error: (facts: object) => void errors.push(facts) }

test('mails about unread messages', async (t) => {
  const site = await startTestSite(t)
  const { db, mailbox, url } = site
  const parts = {
    db,
    site: await site.visitor.site.show(),
    sendMail: createSendMail({ smtpUrl: mailbox.url, from: 'noreply@books.test', log }),
    log,
  }
  const mailsTo = (address: string) =>
    mailbox.mails.filter(({ to, subject }) => to?.[0]?.address === address && subject?.includes('未读'))
  const newSubscriber = async (digest: Digest) => {
    const testUser = await site.newUser()
    await testUser.api.message.setPreference({ muted: [], digest })
    return testUser
  }

  await t.test('are sent once when several nodes run at the same time', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => newSubscriber('daily')))
    for (const { user } of users) await postMessageTo(site, user.id, '书架上多了一本<新书>')
    assert.equal(await sendDigests(parts), 0, 'nothing is due yet')
    await aDayPasses(site)
    const sent = await Promise.all(Array.from({ length: 4 }, () => sendDigests(parts)))
    assert.equal(
      sent.reduce((a, b) => a + b),
      5,
    )
    for (const { email } of users) assert.equal(mailsTo(email).length, 1)
    const [mail] = mailsTo(users[0]?.email ?? '')
    assert.match(mail?.text ?? '', /书架上多了一本<新书>/)
    assert.match(mail?.html ?? '', /书架上多了一本&lt;新书&gt;/)
    assert.equal(await sendDigests(parts), 0)
    await aDayPasses(site)
    assert.equal(await sendDigests(parts), 0, 'no mail reports a message twice')
  })

  await t.test('contain unread messages only and go to active accounts that want them', async () => {
    const [activeUser, optedOut, deletedUser, unverified] = await Promise.all(
      (['weekly', 'daily', 'daily', 'off'] as const).map((digest) => newSubscriber(digest)),
    )
    assert.ok(activeUser && optedOut && deletedUser && unverified)
    for (const { user } of [activeUser, optedOut, deletedUser, unverified]) await postMessageTo(site, user.id, '一条')
    await activeUser.api.message.readAll()
    await optedOut.api.message.setPreference({ muted: [], digest: 'off' })
    await db.updateTable('user').set({ deletedAt: new Date() }).where('id', '=', deletedUser.user.id).execute()
    await aDayPasses(site)
    assert.equal(await sendDigests(parts), 0)
  })

  await t.test('are retried when the mail server refuses them', async () => {
    const testUser = await newSubscriber('weekly')
    await postMessageTo(site, testUser.user.id, '没有寄出的')
    await aDayPasses(site)
    assert.equal(await sendDigests({ ...parts, sendMail: async () => fail('unavailable', '邮件没有发出去') }), 0)
    assert.equal(await sendDigests(parts), 0)
    await aDayPasses(site)
    assert.equal(await sendDigests(parts), 1)
    assert.match(mailsTo(testUser.email)[0]?.subject ?? '', /这一周你有 1 条未读消息/)
  })

  await t.test('are given up when a mail cannot be rendered, with the error in the log', async () => {
    const [broken, away] = [await newSubscriber('daily'), await newSubscriber('daily')]
    for (const { user } of [broken, away]) await postMessageTo(site, user.id, '写不出来的')
    await aDayPasses(site)
    errors.length = 0
    const sendMail = async ({ to }: { to: string }) => {
      if (to === broken.email) throw new TypeError('a bug')
      fail('unavailable', '邮件没有发出去')
    }
    assert.equal(await sendDigests({ ...parts, sendMail }), 0)
    const givenUp = errors.map((facts) => (facts as { isGivenUp: boolean; err: Error }).isGivenUp)
    assert.deepEqual(givenUp.toSorted(), [false, true])
    await sql`update message_preference set digest_due_at = digest_due_at - interval '1 hour'`.execute(db)
    assert.equal(await sendDigests(parts), 1, 'only a mail that failed temporarily is retried after an hour')
    assert.equal(mailsTo(away.email).length, 1)
    // After a mailbox has refused a mail for too long, the site sends it nothing until the next regular mail is due.
    await postMessageTo(site, away.user.id, '又一条')
    // The column stores milliseconds. A rounded `now()` could lie in the future and not be due yet, so the time is a
    // second earlier.
    await sql`update message_preference
      set digest_due_at = now() - interval '1 second', digest_sent_until = now() - interval '3 days'
      where user_id = ${away.user.id}`.execute(db)
    assert.equal(await sendDigests({ ...parts, sendMail }), 0)
    await sql`update message_preference set digest_due_at = digest_due_at - interval '1 hour'`.execute(db)
    assert.equal(await sendDigests(parts), 0)
  })

  await t.test('stop after the user or their mail program has followed the link to unsubscribe', async () => {
    for (const body of ['List-Unsubscribe=One-Click', '']) {
      const testUser = await newSubscriber('daily')
      await postMessageTo(site, testUser.user.id, '最后一次')
      await aDayPasses(site)
      await sendDigests(parts)
      const [mail] = mailsTo(testUser.email)
      const header = (key: string) => mail?.headers.find((one) => one.key === key)?.value ?? ''
      assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
      const link = /<http:\/\/books\.test(.*)>/.exec(header('list-unsubscribe'))?.[1] ?? ''
      assert.equal((await fetch(url + link)).status, 200)
      assert.equal((await testUser.api.message.showPreference()).digest, 'daily', 'looking changes nothing')
      const wrong = await post(url + link.replace(/token=.{4}/, 'token=AAAA'), body)
      assert.equal(wrong.headers.get('location') ?? wrong.status, body ? 400 : '/user/unsubscribe/failed')
      assert.equal((await testUser.api.message.showPreference()).digest, 'daily')
      const right = await post(url + link, body)
      assert.equal(right.headers.get('location') ?? right.status, body ? 200 : '/user/unsubscribe/done')
      assert.equal((await testUser.api.message.showPreference()).digest, 'off')
    }
  })
})

function post(url: string, body: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return fetch(url, { method: 'POST', headers, body, redirect: 'manual' })
}

function postMessageTo({ db }: TestSite, userId: string, excerpt: string) {
  const message = { kind: 'system', actorId: null, itemType: null, itemId: null } as const
  return db.transaction().execute((db) => postMessage(db, { userId, excerpt, ...message }))
}

/**
 * Simulates the passage of a week: moves the planned times of all users' next mails into the past, so that the mails
 * are due.
 */
async function aDayPasses({ db }: TestSite) {
  await sql`update message_preference set digest_due_at = digest_due_at - interval '8 days'`.execute(db)
}
