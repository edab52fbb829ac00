import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { failureOf, startTestSite } from '../../../test/test-site.ts'
import { setRoles } from '../../../test/set-roles.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

test('sessions', async (t) => {
  const { url, db, caller, newUser, mailbox, secondNode } = await startTestSite(t)
  /** Logs the user in once more, from a device with this user agent. */
  const logInWith = async (account: string, userAgent: string) => {
    await db
      .updateTable('verificationCode')
      .set({ createdAt: new Date(0) })
      .where('account', '=', account)
      .execute()
    await caller().auth.sendCode({ account, purpose: 'login' })
    const response = await fetch(`${url}/api/v1/auth/codeLogin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent, 'x-forwarded-for': '203.0.113.77' },
      body: JSON.stringify({ account, code: mailbox.codeFor(account) }),
    })
    return ((await response.json()) as { data: { token: string } }).data.token
  }

  await t.test(
    'sessions are listed with device, network and time, the current one first and marked, without token or hash',
    async () => {
      const { api, email } = await newUser()
      await logInWith(email, chrome)
      const { list } = await api.session.list()
      assert.deepEqual(
        list.map(({ isThis, device }) => [isThis, device]),
        [
          [true, '认不出的设备'],
          [false, 'Windows 上的 Chrome'],
        ],
      )
      assert.equal(list[1]?.network, '203.0.113.*')
      assert.ok(Date.now() - Date.parse(list[1]?.lastUsedAt ?? '') < 60_000)
    },
  )

  await t.test('an ended session is refused by the next request on every node', async () => {
    const { api, email } = await newUser()
    const token = await logInWith(email, phone)
    const elsewhere = `${await secondNode()}/api/v1/user/info`
    const ask = async () => (await fetch(elsewhere, { headers: { authorization: token } })).status
    assert.equal(await ask(), 200)
    const other = (await api.session.list()).list.find(({ isThis }) => !isThis)
    assert.ok(other)
    await api.session.remove({ id: other.id })
    assert.equal(await ask(), 401)
    await failureOf(api.session.remove({ id: other.id }), 'missing')
    assert.equal((await api.session.list()).list.length, 1)
  })

  await t.test('all other sessions end together, and the current one stays', async () => {
    const { api, email } = await newUser()
    const tokens = [await logInWith(email, phone), await logInWith(email, chrome)]
    assert.deepEqual(await api.session.removeOthers(), { count: 2 })
    for (const token of tokens) await failureOf(caller(token).user.show(), 'unauthorized')
    await api.user.show()
  })

  await t.test('a user cannot list or end the sessions of another user', async () => {
    const { api } = await newUser()
    const other = await newUser()
    const [session] = (await other.api.session.list()).list
    await failureOf(api.session.remove({ id: session?.id ?? '' }), 'missing')
    await failureOf(api.session.remove({ id: newId() }), 'missing')
    await failureOf(api.session.remove({ id: 'x' }), 'invalid')
    await failureOf(caller().session.list(), 'unauthorized')
    await other.api.user.show()
  })

  await t.test('a login with a new device sends a message, the first login and a known device do not', async () => {
    const { user, email } = await newUser()
    const listNotices = async () =>
      (await db.selectFrom('message').select('excerpt').where('userId', '=', user.id).execute()).map(
        (one) => one.excerpt,
      )
    assert.deepEqual(await listNotices(), [])
    await logInWith(email, phone)
    const [first = ''] = await listNotices()
    assert.match(first, /刚在新设备上登录：iPhone 上的 Safari（203\.0\.113\.\*）。/)
    await logInWith(email, phone.replaceAll('18', '19'))
    assert.equal((await listNotices()).length, 1)
    await logInWith(email, chrome)
    assert.equal((await listNotices()).length, 2)
  })

  await t.test('a new device is told from known ones also when no session is left', async () => {
    const { user, email } = await newUser()
    const countNotices = async () =>
      (await db.selectFrom('message').select('id').where('userId', '=', user.id).execute()).length
    const endAll = () => db.deleteFrom('session').where('userId', '=', user.id).execute()
    await logInWith(email, phone)
    assert.equal(await countNotices(), 1)
    await endAll()
    await logInWith(email, phone)
    assert.equal(await countNotices(), 1)
    await endAll()
    await logInWith(email, chrome)
    assert.equal(await countNotices(), 2)
    // A user whose last login is so long ago that no device is known any more gets the message too.
    await endAll()
    await db.deleteFrom('knownDevice').where('userId', '=', user.id).execute()
    await db
      .updateTable('user')
      .set({ createdAt: new Date(0) })
      .where('id', '=', user.id)
      .execute()
    await logInWith(email, phone)
    assert.equal(await countNotices(), 3)
  })

  await t.test('a suspended user can read, log in and log out, but not write', async () => {
    const { api, user, email } = await newUser()
    const suspension = { suspendedAt: new Date(), suspendReason: '发广告' }
    await db.updateTable('user').set(suspension).where('id', '=', user.id).execute()
    const { message } = await failureOf(api.passkey.newChallenge(), 'suspended')
    assert.match(message, /停用：发广告.*联系/)
    await api.user.show()
    assert.equal((await api.session.list()).list.length, 1)
    await api.user.data()
    const token = await logInWith(email, chrome)
    await caller(token).session.removeOthers()
    await caller(token).auth.logout()
    await setRoles(db, user.id, ['editor'])
    await failureOf(caller(await logInWith(email, chrome)).search.misses(), 'suspended')
  })
})
