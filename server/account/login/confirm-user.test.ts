import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Api } from '#shared/contract/client.ts'
import { codeFor, newAccount, newUserWithPassword } from '../../../test/e2e/account-form.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'
import { stepAt, totpCode } from '#server/account/totp/totp-code.ts'
import { setRoles } from '../../../test/set-roles.ts'

test('changes that would let an intruder stay require a recent confirmation', async (t) => {
  const site = await startTestSite(t)
  const { db, caller } = site
  const age = (userId: string, minutes: number) =>
    sql`update session set confirmed_at = now() - make_interval(mins => ${minutes}) where user_id = ${userId}`.execute(
      db,
    )
  const bindTicket = async () => {
    const account = newAccount()
    const code = await codeFor(site, account, 'bind')
    return (await caller().auth.verifyCode({ account, code, purpose: 'bind' })).ticket
  }
  const newStaleUser = async () => {
    const testUser = await newUserWithPassword(site, '翠翠')
    await age(testUser.user.id, 31)
    return { ...testUser, api: caller(testUser.token) }
  }

  await t.test('such calls are refused, consume nothing, and work after a confirmation', async () => {
    const { api, user, password } = await newStaleUser()
    await setRoles(db, user.id, ['admin'])
    const ticket = await bindTicket()
    const calls: ((api: Api) => Promise<unknown>)[] = [
      (api) => api.user.bind({ ticket }),
      (api) => api.user.unbind({ kind: 'phone' }),
      (api) => api.passkey.newChallenge(),
      (api) => api.totp.begin(),
      (api) => api.user.setRoles({ id: user.id, roles: ['admin', 'editor'] }),
      (api) => api.user.resetTotp({ id: user.id }),
      (api) => api.user.suspend({ id: user.id, reason: '试试' }),
      (api) => api.user.unsuspend({ id: user.id }),
      (api) => api.kosync.create(),
      (api) => api.user.data(),
    ]
    for (const call of calls) {
      const { message } = await failureOf(call(api), 'unconfirmed')
      assert.match(message, /确认是你本人/)
    }
    assert.equal((await api.user.show()).email, user.email)
    // A call refused for lack of confirmation does not end the session, so other calls still succeed.
    await api.user.update({ bio: '摆渡的人' })
    await api.session.confirm({ password })
    for (const call of calls) await call(api).catch((error) => assert.notEqual(error.kind, 'unconfirmed'))
    assert.notEqual((await api.user.show()).email, user.email)
  })

  await t.test('a confirmation lasts half an hour, for this session only', async () => {
    const { api, account, password, user } = await newStaleUser()
    const other = caller((await caller().auth.login({ account, password })).token)
    await age(user.id, 31)
    await api.session.confirm({ password })
    await api.passkey.newChallenge()
    await failureOf(other.passkey.newChallenge(), 'unconfirmed')
    await age(user.id, 29)
    await api.passkey.newChallenge()
    await age(user.id, 31)
    await failureOf(api.passkey.newChallenge(), 'unconfirmed')
  })

  await t.test('a code for confirmation works like a password, once; codes for other purposes do not', async () => {
    const { api, account, user } = await newStaleUser()
    const login = await codeFor(site, account, 'login')
    await failureOf(api.session.confirm({ code: login }), 'invalid')
    const code = await codeFor(site, account, 'confirm')
    await api.session.confirm({ code })
    await api.passkey.newChallenge()
    await age(user.id, 31)
    await failureOf(api.session.confirm({ code }), 'invalid')
    // A verification code that was sent to another account does not confirm this user's identity.
    const stranger = newAccount()
    await failureOf(api.session.confirm({ code: await codeFor(site, stranger, 'confirm') }), 'invalid')
    await failureOf(api.passkey.newChallenge(), 'unconfirmed')
  })

  await t.test('an empty or wrong confirmation and a visitor are refused, and guesses are limited', async () => {
    const { api, password } = await newStaleUser()
    await failureOf(caller().session.confirm({ password }), 'unauthorized')
    const { data } = await failureOf(api.session.confirm({}), 'invalid')
    assert.deepEqual(Object.keys(data?.fields ?? {}), ['password', 'code'])
    const guesses = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => api.session.confirm({ password: `猜的密码${n}` })),
    )
    const kinds = guesses.map((one) => (one.status === 'rejected' ? one.reason.kind : 'passed')).sort()
    assert.deepEqual(kinds, [...Array(5).fill('invalid'), ...Array(3).fill('tooMany')])
    await failureOf(api.session.confirm({ password }), 'tooMany')
    await failureOf(api.passkey.newChallenge(), 'unconfirmed')
  })

  await t.test('a user with an authenticator must confirm with it', async () => {
    const { api, user, account, password } = await newStaleUser()
    await setRoles(db, user.id, ['editor'])
    await age(user.id, 0)
    await api.totp.begin()
    const { secret } = await db
      .selectFrom('totp')
      .select('secret')
      .where('userId', '=', user.id)
      .executeTakeFirstOrThrow()
    const { recoveryCodes } = await api.totp.confirm({ code: totpCode(secret, stepAt(Date.now())) })
    await age(user.id, 31)
    const { data } = await failureOf(api.session.confirm({ password }), 'invalid')
    assert.ok(data?.fields?.['secondCode'])
    await failureOf(api.session.confirm({ code: await codeFor(site, account, 'confirm') }), 'invalid')
    await failureOf(api.session.confirm({ secondCode: 'aaaaaaaaaa' }), 'invalid')
    await failureOf(api.passkey.newChallenge(), 'unconfirmed')
    await api.session.confirm({ secondCode: recoveryCodes[0] ?? '' })
    await api.passkey.newChallenge()
  })

  await t.test('wrong passwords at the login do not block a confirmation', async () => {
    const { api, account, password } = await newStaleUser()
    for (let n = 0; n < 6; n++)
      await caller()
        .auth.login({ account, password: `猜的密码${n}` })
        .catch(() => undefined)
    await failureOf(caller().auth.login({ account, password }), 'tooMany')
    await api.session.confirm({ password })
  })

  await t.test('a user without a password confirms with a code', async () => {
    const { api, user, email } = await site.newUser()
    await age(user.id, 31)
    await failureOf(api.session.confirm({ password: '随便什么密码' }), 'invalid')
    await api.session.confirm({ code: await codeFor(site, email, 'confirm') })
    await api.passkey.newChallenge()
  })
})
