import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Role } from '#shared/api/account/user.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'
import { base32, stepAt, totpCode } from './totp-code.ts'
import { allowNextCode } from '../../../test/allow-next-code.ts'

test('codes match RFC 6238', () => {
  const secret = Buffer.from('12345678901234567890')
  const codes: [seconds: number, code: string][] = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ]
  for (const [seconds, code] of codes) assert.equal(totpCode(secret, stepAt(seconds * 1000)), code)
  assert.equal(base32(Buffer.from('foobar')), 'MZXW6YTBOI')
})

test('two-step verification', async (t) => {
  const { visitor, db, newUser, caller, mailbox } = await startTestSite(t)
  const newStaff = (roles: Role[] = ['editor']) => newUser('阿编', roles)
  const secretOf = async (userId: string) =>
    (await db.selectFrom('totp').select('secret').where('userId', '=', userId).executeTakeFirstOrThrow()).secret
  const codeOf = async (userId: string, later = 0) => totpCode(await secretOf(userId), stepAt(Date.now()) + later)
  /**
   * Makes the user's current authenticator code valid again, as if a minute had passed since the last code was
   * consumed.
   */
  const rest = (userId: string) =>
    db
      .updateTable('totp')
      .set({ lastTimeStep: stepAt(Date.now()) - 2 })
      .where('userId', '=', userId)
      .execute()
  const turnOn = async () => {
    const staff = await newStaff()
    await staff.api.totp.begin()
    const { recoveryCodes } = await staff.api.totp.confirm({ code: await codeOf(staff.user.id) })
    await rest(staff.user.id)
    return { ...staff, recoveryCodes }
  }
  const halfLogin = async (account: string) => {
    await allowNextCode(db, account)
    await caller().auth.sendCode({ account, purpose: 'login' })
    const { data } = await failureOf(visitor.auth.codeLogin({ account, code: mailbox.codeFor(account) }), 'secondStep')
    return data?.ticket ?? ''
  }

  await t.test('is active once a code has confirmed it, also for editors and admins', async () => {
    const { api, user, email } = await newStaff(['admin'])
    assert.deepEqual(await api.totp.show(), { isOn: false, countRecoveryCodes: 0 })
    await failureOf(api.totp.confirm({ code: '000000' }), 'conflict')
    const { secret, uri } = await api.totp.begin()
    assert.equal(secret, base32(await secretOf(user.id)))
    assert.match(
      uri,
      new RegExp(`^otpauth://totp/%E7%9F%A5%E5%9B%BE:${encodeURIComponent(email)}\\?secret=${secret}&issuer=`),
    )
    const code = await codeOf(user.id)
    await failureOf(api.totp.confirm({ code: code === '000000' ? '111111' : '000000' }), 'invalid')
    assert.equal((await api.totp.show()).isOn, false)
    const { recoveryCodes } = await api.totp.confirm({ code })
    assert.equal(new Set(recoveryCodes).size, 10)
    assert.deepEqual(await api.totp.show(), { isOn: true, countRecoveryCodes: 10 })
    await failureOf(api.totp.begin(), 'conflict')
    await failureOf(api.totp.confirm({ code }), 'conflict')
    await failureOf((await newUser()).api.totp.begin(), 'forbidden')
  })

  await t.test('a login by code or password requires it, and its ticket completes one login', async () => {
    const { user, email } = await turnOn()
    const ticket = await halfLogin(email)
    const code = await codeOf(user.id)
    const loggedIn = await visitor.totp.login({ ticket, code: ` ${code.slice(0, 3)} ${code.slice(3)}` })
    assert.equal((await caller(loggedIn.token).user.show()).id, user.id)
    await rest(user.id)
    await failureOf(visitor.totp.login({ ticket, code }), 'conflict')
    await failureOf(visitor.totp.login({ ticket: 'no such ticket', code }), 'conflict')
    const late = await halfLogin(email)
    await sql`update pending_login set expires_at = now() - interval '1 second'`.execute(db)
    await failureOf(visitor.totp.login({ ticket: late, code }), 'conflict')
  })

  await t.test('a code works once for all tickets, and earlier codes do not work after it', async () => {
    const { user, email, api } = await turnOn()
    const [first, second] = [await halfLogin(email), await halfLogin(email)]
    const code = await codeOf(user.id)
    const tries = await Promise.allSettled([first, second].map((ticket) => caller().totp.login({ ticket, code })))
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
    const ticket = await halfLogin(email)
    await failureOf(visitor.totp.login({ ticket, code: await codeOf(user.id, -1) }), 'invalid')
    await failureOf(api.totp.remove({ code }), 'invalid')
    await visitor.totp.login({ ticket, code: await codeOf(user.id, 1) })
  })

  await t.test('after five wrong codes the right one is refused too', async () => {
    const { user, email } = await turnOn()
    const ticket = await halfLogin(email)
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => caller().totp.login({ ticket, code: 'aaaaa-aaaaa' })),
    )
    const kinds = tries.map((one) => (one as PromiseRejectedResult).reason.kind)
    assert.equal(kinds.filter((kind) => kind === 'invalid').length, 5)
    const { data } = await failureOf(visitor.totp.login({ ticket, code: await codeOf(user.id) }), 'tooMany')
    assert.ok(data?.retryAfter)
    await failureOf(visitor.totp.login({ ticket: await halfLogin(email), code: await codeOf(user.id) }), 'tooMany')
  })

  await t.test('a recovery code works once, and new codes replace the old ones', async () => {
    const { user, email, api, recoveryCodes } = await turnOn()
    const [first = '', second = ''] = recoveryCodes
    await visitor.totp.login({ ticket: await halfLogin(email), code: first.toUpperCase() })
    await failureOf(visitor.totp.login({ ticket: await halfLogin(email), code: first }), 'invalid')
    assert.equal((await api.totp.show()).countRecoveryCodes, 9)
    await api.totp.renewCodes({ code: await codeOf(user.id) })
    assert.equal((await api.totp.show()).countRecoveryCodes, 10)
    await failureOf(visitor.totp.login({ ticket: await halfLogin(email), code: second }), 'invalid')
  })

  await t.test('is turned off with a code, or by an admin, which is in the audit trail', async () => {
    const { user, email, api } = await turnOn()
    const ticket = await halfLogin(email)
    await failureOf(api.totp.remove({ code: 'bbbbb-bbbbb' }), 'invalid')
    await api.totp.remove({ code: await codeOf(user.id) })
    await mailbox.received(email, /关闭了两步验证/)
    assert.equal((await api.totp.show()).isOn, false)
    await failureOf(visitor.totp.login({ ticket, code: '000000' }), 'conflict')
    const locked = await turnOn()
    const admin = await newStaff(['admin'])
    await failureOf(api.user.resetTotp({ id: locked.user.id }), 'forbidden')
    assert.equal((await admin.api.user.resetTotp({ id: locked.user.id })).hasTotp, false)
    await failureOf(admin.api.user.resetTotp({ id: locked.user.id }), 'conflict')
    const { list } = await admin.api.audit.list({ targetId: locked.user.id })
    assert.deepEqual(
      list.map(({ action }) => action),
      ['user.resetTotp'],
    )
  })

  await t.test('recovery codes and tickets are not stored in plain text', async () => {
    const { email, recoveryCodes } = await turnOn()
    const ticket = await halfLogin(email)
    const { rows } = await sql<{ all: string }>`select (select string_agg(r::text, '') from recovery_code r) ||
      (select string_agg(l::text, '') from pending_login l) as all`.execute(db)
    const stored = rows[0]?.all ?? ''
    assert.ok(stored.length > 500)
    for (const secret of [ticket, ...recoveryCodes.map((code) => code.replace('-', ''))])
      assert.ok(!stored.includes(secret))
  })
})
