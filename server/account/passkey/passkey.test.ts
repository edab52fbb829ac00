import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Api } from '#shared/contract/client.ts'
import { SoftAuthenticator } from '../../../test/soft-authenticator.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

const origin = 'http://books.test'

test('passkeys', async (t) => {
  const { visitor, db, newUser, caller, mailbox } = await startTestSite(t)
  const add = async (api: Api, authenticator: SoftAuthenticator, name = '我的手机') =>
    api.passkey.add({ ...authenticator.create(await api.passkey.newChallenge()), name })

  await t.test('a passkey is created, listed, renamed, used to log in, and deleted', async () => {
    const { api, user, email } = await newUser()
    const authenticator = new SoftAuthenticator({ origin })
    const added = await add(api, authenticator)
    assert.deepEqual([added.name, added.isSynced, added.lastUsedAt], ['我的手机', false, null])
    await api.passkey.rename({ id: added.id, name: '办公室的电脑' })
    const answer = authenticator.get(await visitor.passkey.loginChallenge())
    const userHandle = Buffer.from(user.id).toString('base64url')
    const loggedIn = await visitor.passkey.login({ ...answer, userHandle })
    assert.equal(loggedIn.user.id, user.id)
    assert.equal((await caller(loggedIn.token).user.show()).id, user.id)
    const { list } = await api.passkey.list()
    assert.equal(list[0]?.name, '办公室的电脑')
    assert.ok(list[0]?.lastUsedAt)
    const messages = await db.selectFrom('message').select('excerpt').where('userId', '=', user.id).execute()
    await mailbox.received(email, /添加了通行密钥/)
    assert.match(messages[0]?.excerpt ?? '', /添加了通行密钥「我的手机」/)
    await api.passkey.remove({ id: added.id })
    await failureOf(visitor.passkey.login(authenticator.get(await visitor.passkey.loginChallenge())), 'invalid')
  })

  await t.test('an answer works once, within five minutes, and only for the purpose of its challenge', async () => {
    const { api } = await newUser()
    const authenticator = new SoftAuthenticator({ origin })
    await add(api, authenticator)
    const answer = authenticator.get(await visitor.passkey.loginChallenge())
    await visitor.passkey.login(answer)
    await failureOf(visitor.passkey.login(answer), 'invalid')
    const late = await visitor.passkey.loginChallenge()
    await sql`update passkey_challenge set expires_at = now() - interval '1 second'`.execute(db)
    await failureOf(visitor.passkey.login(authenticator.get(late)), 'invalid')
    await failureOf(visitor.passkey.login(authenticator.get(await api.passkey.newChallenge())), 'invalid')
    await failureOf(visitor.passkey.login(authenticator.get({ challenge: 'AAAA' })), 'invalid')
  })

  await t.test('of many concurrent calls with one answer, one logs in', async () => {
    const { api } = await newUser()
    const authenticator = new SoftAuthenticator({ origin })
    await add(api, authenticator)
    const answer = authenticator.get(await visitor.passkey.loginChallenge())
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => caller().passkey.login(answer)))
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  await t.test('a challenge of another user creates no passkey, and no passkey is created twice', async () => {
    const [one, other] = [await newUser(), await newUser()]
    const authenticator = new SoftAuthenticator({ origin })
    const answer = { ...authenticator.create(await other.api.passkey.newChallenge()), name: '别人的' }
    await failureOf(one.api.passkey.add(answer), 'invalid')
    await failureOf(
      one.api.passkey.add({ ...authenticator.create(await visitor.passkey.loginChallenge()), name: '无主的' }),
      'invalid',
    )
    await add(one.api, authenticator)
    await failureOf(add(one.api, authenticator), 'conflict')
    await failureOf(add(other.api, authenticator), 'conflict')
    const [passkey] = (await one.api.passkey.list()).list
    await failureOf(other.api.passkey.rename({ id: passkey?.id ?? '', name: '我的' }), 'missing')
    await failureOf(other.api.passkey.remove({ id: passkey?.id ?? '' }), 'missing')
    assert.equal((await one.api.passkey.list()).list.length, 1)
  })

  await t.test(
    'answers for another site, with another key, of another user or of a copied authenticator are refused',
    async () => {
      const { api } = await newUser()
      const authenticator = new SoftAuthenticator({ origin })
      const elsewhere = new SoftAuthenticator({ origin: 'http://evil.test' })
      await failureOf(add(api, elsewhere), 'invalid')
      await add(api, authenticator)
      const asked = () => visitor.passkey.loginChallenge()
      const right = authenticator.get(await asked())
      await failureOf(
        visitor.passkey.login({ ...right, signature: new SoftAuthenticator({ origin }).get(await asked()).signature }),
        'invalid',
      )
      const userHandle = Buffer.from((await newUser()).user.id).toString('base64url')
      await failureOf(visitor.passkey.login({ ...authenticator.get(await asked()), userHandle }), 'invalid')
      await visitor.passkey.login(authenticator.get(await asked()))
      authenticator.turnBack(1)
      await failureOf(visitor.passkey.login(authenticator.get(await asked())), 'invalid')
      await failureOf(visitor.passkey.login({ ...right, signature: 'not base64!' }), 'invalid')
      await failureOf(visitor.passkey.login({ ...right, clientDataJSON: 'AAAA' }), 'invalid')
    },
  )

  await t.test('a passkey replaces the second step only when the authenticator verified the user', async () => {
    const { api, user } = await newUser()
    const [sure, unsure] = [true, false].map((isVerifying) => new SoftAuthenticator({ origin, isVerifying }))
    assert.ok(sure && unsure)
    await add(api, sure)
    await add(api, unsure)
    await visitor.passkey.login(unsure.get(await visitor.passkey.loginChallenge()))
    await db
      .insertInto('totp')
      .values({ userId: user.id, secret: Buffer.alloc(20), confirmedAt: new Date() })
      .execute()
    await visitor.passkey.login(sure.get(await visitor.passkey.loginChallenge()))
    const { data } = await failureOf(
      visitor.passkey.login(unsure.get(await visitor.passkey.loginChallenge())),
      'secondStep',
    )
    assert.ok(data?.ticket)
  })
})
