import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { test } from 'node:test'
import { failureOf, startTestSite } from '../../test/test-site.ts'
import { passwordWork } from '#server/account/user/password.ts'

const password = '湘西渡口的船到桥头'
const other = '另一个很长的密码'

/**
 * Counts the scrypt derivations (password hashes) through an async hook: Node reports each one that it starts in its
 * thread pool. The tested site runs in the same process as the test.
 */
let derivations = 0
createHook({ init: (_, type) => void (derivations += type === 'SCRYPTREQUEST' ? 1 : 0) }).enable()

async function derivationsOf(work: () => Promise<unknown>): Promise<number> {
  const before = derivations
  await work()
  return derivations - before
}

test('passwords are hashed only for callers who may set one or log in', async (t) => {
  const { caller, codeFor, db, url } = await startTestSite(t)
  let accounts = 0
  const sendCode = async (account: string, purpose: 'register' | 'reset' | 'delete') => {
    await db.deleteFrom('verificationCode').where('account', '=', account).execute()
    await caller().auth.sendCode({ account, purpose })
    return codeFor(account)
  }
  const newUser = async () => {
    const account = `hashed${++accounts}@books.test`
    const { token, user } = await caller().user.create({ account, code: await sendCode(account, 'register'), password })
    return { account, user, api: caller(token) }
  }
  const ticketFor = async (account: string) =>
    (await caller().auth.verifyCode({ account, code: await sendCode(account, 'reset'), purpose: 'reset' })).ticket

  await t.test('a login, a registration and a reset cost one derivation each', async () => {
    const account = `hashed${++accounts}@books.test`
    const code = await sendCode(account, 'register')
    assert.equal(await derivationsOf(() => caller().user.create({ account, code, password })), 1)
    const ticket = await ticketFor(account)
    assert.equal(await derivationsOf(() => caller().auth.resetPassword({ ticket, password: other })), 1)
    assert.equal(await derivationsOf(() => caller().auth.login({ account, password: other })), 1)
  })

  await t.test('an invalid code or ticket costs no derivation', async () => {
    const { api, account } = await newUser()
    const ticket = 'x'.repeat(43)
    const bogus = () =>
      Promise.all([
        ...[1, 2, 3].map((n) =>
          failureOf(caller().user.create({ account: `nobody${n}@books.test`, code: '000000', password }), 'invalid'),
        ),
        failureOf(caller().auth.resetPassword({ ticket, password }), 'invalid'),
        failureOf(api.user.changePassword({ ticket, password }), 'invalid'),
      ])
    assert.equal(await derivationsOf(bogus), 0)
    const stranger = await newUser()
    const foreign = await ticketFor(account)
    assert.equal(
      await derivationsOf(() => failureOf(stranger.api.user.changePassword({ ticket: foreign, password }), 'invalid')),
      0,
    )
    // Another user has failed to change a password with the ticket of this account. This did not consume the ticket, so
    // the owner of the account can still use it.
    await caller().auth.resetPassword({ ticket: foreign, password: other })
  })

  await t.test('a right code works once for any number of concurrent calls', async () => {
    const account = `hashed${++accounts}@books.test`
    const code = await sendCode(account, 'register')
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => caller().user.create({ account, code, password })))
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const one of tries) if (one.status === 'rejected') assert.match(String(one.reason), /验证码不对或已过期/)
  })

  await t.test('while the queue is full a call gets a time to retry and its code stays valid', async () => {
    const { account, api } = await newUser()
    const code = await sendCode('late@books.test', 'register')
    const ticket = await ticketFor(account)
    const { promise, resolve } = Promise.withResolvers<void>()
    const pieces = Array.from({ length: 100 }, () => passwordWork.run(() => promise, { name: 'test', isTrusted: true }))
    await assert.rejects(Promise.race(pieces))
    const busy = await fetch(`${url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account, password }),
    })
    assert.equal(busy.status, 503)
    assert.equal(busy.headers.get('retry-after'), '5')
    assert.match(((await busy.json()) as { message: string }).message, /现在登录的人很多/)
    // The loop logs in more often than the limit on wrong passwords allows. This shows that a login that is refused
    // because the server is busy does not count as a wrong password.
    for (let n = 0; n < 6; n++) await failureOf(caller().auth.login({ account, password }), 'unavailable')
    await failureOf(caller().auth.resetPassword({ ticket: 'x'.repeat(43), password }), 'invalid')
    resolve()
    await Promise.allSettled(pieces)
    await caller().auth.login({ account, password })
    await caller().user.create({ account: 'late@books.test', code, password })
    await caller().auth.resetPassword({ ticket, password: other })
    await failureOf(api.user.show(), 'unauthorized')
  })
})
