import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { CodePurpose } from '#shared/api/account/account.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

test('login', async (t) => {
  const { visitor, caller, newUser, mailbox, db, url } = await startTestSite(t)
  let accounts = 0
  const newAccount = () => `someone${++accounts}@books.test`
  const codeFor = async (account: string, purpose: CodePurpose = 'login') => {
    await caller().auth.sendCode({ account, purpose })
    return mailbox.codeFor(account)
  }
  /**
   * Moves the creation time of an account's verification codes into the past, so that a new code may be requested at
   * once.
   */
  const age = (account: string, seconds: number) =>
    sql`update verification_code set created_at = created_at - make_interval(secs => ${seconds}),
      expires_at = expires_at - make_interval(secs => ${seconds}) where account = ${account}`.execute(db)

  await t.test('a code is mailed in Chinese with its rules', async () => {
    const account = newAccount()
    assert.deepEqual(await visitor.auth.sendCode({ account, purpose: 'login' }), { resendAfter: 60, expiresIn: 600 })
    const mail = mailbox.mails.at(-1)
    assert.match(mail?.subject ?? '', /^\d{6} 是你的登录验证码 · 知图$/)
    assert.match(mail?.text ?? '', /10 分钟内有效/)
    const html = mail?.html ?? ''
    assert.match(html, new RegExp(mailbox.codeFor(account)))
    assert.match(html, /prefers-color-scheme:dark/)
    // The email with the code must not load anything, which would tell the sender when it was opened.
    assert.doesNotMatch(html, /<img|<link|<script|url\(|src=/)
    const purposes = { register: '注册', reset: '重设密码', bind: '绑定邮箱' } as const
    for (const [purpose, act] of Object.entries(purposes)) {
      await caller().auth.sendCode({ account: newAccount(), purpose: purpose as CodePurpose })
      assert.ok(mailbox.mails.at(-1)?.subject?.includes(`是你的${act}验证码`))
    }
  })

  await t.test('a code for an unknown account creates the account once', async () => {
    const account = newAccount()
    const first = await visitor.auth.codeLogin({ account: ` ${account.toUpperCase()} `, code: await codeFor(account) })
    assert.equal(first.user.email, account)
    assert.match(first.user.name, /^读者\d{6}$/)
    await age(account, 61)
    const second = await visitor.auth.codeLogin({ account, code: await codeFor(account) })
    assert.equal(second.user.id, first.user.id)
    assert.notEqual(second.token, first.token)
  })

  await t.test('a client may ask that no account is created, and then create it with the same code', async () => {
    const account = newAccount()
    const code = await codeFor(account)
    await failureOf(visitor.auth.codeLogin({ account, code, mayRegister: false }), 'missing')
    await failureOf(visitor.auth.codeLogin({ account, code: '000000', mayRegister: false }), 'invalid')
    const users = db.selectFrom('user').select('isPublic').where('email', '=', account)
    assert.deepEqual(await users.execute(), [])
    await visitor.auth.codeLogin({ account, code, isPublic: true })
    assert.deepEqual(await users.execute(), [{ isPublic: true }])
    await age(account, 61)
    await visitor.auth.codeLogin({ account, code: await codeFor(account), mayRegister: false })
  })

  await t.test('a code works once, for its purpose only, for ten minutes', async () => {
    const account = newAccount()
    const code = await codeFor(account)
    await failureOf(visitor.user.create({ account, code }), 'invalid')
    await visitor.auth.codeLogin({ account, code })
    await failureOf(visitor.auth.codeLogin({ account, code }), 'invalid')
    const late = newAccount()
    const lateCode = await codeFor(late)
    await age(late, 601)
    await failureOf(visitor.auth.codeLogin({ account: late, code: lateCode }), 'invalid')
  })

  await t.test('of many concurrent calls with one code, one logs in', async () => {
    const account = newAccount()
    const code = await codeFor(account)
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => caller().auth.codeLogin({ account, code })))
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  await t.test('after five wrong codes the right one is refused too', async () => {
    const account = newAccount()
    const code = await codeFor(account)
    const wrong = code === '000000' ? '111111' : '000000'
    for (let n = 0; n < 5; n++) await failureOf(visitor.auth.codeLogin({ account, code: wrong }), 'invalid')
    await failureOf(visitor.auth.codeLogin({ account, code }), 'invalid')
  })

  await t.test('a newer code replaces the former one', async () => {
    const account = newAccount()
    const older = await codeFor(account)
    await age(account, 61)
    const newer = await codeFor(account)
    if (older !== newer) await failureOf(visitor.auth.codeLogin({ account, code: older }), 'invalid')
    await visitor.auth.codeLogin({ account, code: newer })
  })

  await t.test('codes are sent once a minute and ten times a day, also for concurrent calls', async () => {
    const account = newAccount()
    const asked = await Promise.allSettled(
      Array.from({ length: 4 }, () => caller().auth.sendCode({ account, purpose: 'login' })),
    )
    assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 1)
    const { data } = await failureOf(visitor.auth.sendCode({ account, purpose: 'login' }), 'tooMany')
    assert.ok(data?.retryAfter && data.retryAfter <= 60)
    for (let n = 0; n < 9; n++) {
      await age(account, 61)
      await caller().auth.sendCode({ account, purpose: 'login' })
    }
    await age(account, 61)
    const { message } = await failureOf(caller().auth.sendCode({ account, purpose: 'login' }), 'tooMany')
    assert.match(message, /小时后再试/)
  })

  await t.test('invalid input is reported at its field', async () => {
    const fields = async (promise: Promise<unknown>) => (await failureOf(promise, 'invalid')).data?.fields
    assert.deepEqual(await fields(visitor.auth.sendCode({ account: 'nobody', purpose: 'login' })), {
      account: '请填写邮箱或手机号，例如 name@example.com 或 13800138000',
    })
    assert.deepEqual(await fields(visitor.auth.sendCode({ account: '', purpose: 'login' })), {
      account: '请填写邮箱或手机号',
    })
    assert.deepEqual(await fields(visitor.auth.sendCode({ account: newAccount(), purpose: 'steal' as CodePurpose })), {
      purpose: '没有这种用途',
    })
    assert.deepEqual(await fields(visitor.auth.codeLogin({ account: newAccount(), code: '12 34' })), {
      code: '验证码是 6 位数字',
    })
    const account = newAccount()
    assert.deepEqual(await fields(visitor.user.create({ account, code: '123456', password: '1234567' })), {
      password: '密码至少 8 位',
    })
    assert.match(
      (await fields(visitor.user.create({ account, code: '123456', password: 'password1' })))?.['password'] ?? '',
      /太常见/,
    )
    assert.deepEqual(await fields(visitor.user.create({ account, code: '123456', name: '一'.repeat(21) })), {
      name: '最多 20 个字',
    })
    assert.deepEqual(await fields(visitor.user.create({ account, code: '123456', name: '\u0000' })), {
      name: '含有不能使用的字符',
    })
  })

  await t.test('a user registers and then logs in with the password', async () => {
    const account = newAccount()
    const password = '船 到 桥头 自然直'
    const code = await codeFor(account, 'register')
    const { user, token } = await visitor.user.create({ account, code, password, name: '  翠翠 ' })
    assert.equal(user.name, '翠翠')
    assert.equal((await caller(token).user.show()).id, user.id)
    assert.equal((await visitor.auth.login({ account, password })).user.id, user.id)
    await age(account, 61)
    const again = await codeFor(account, 'register')
    await failureOf(visitor.user.create({ account, code: again, password }), 'conflict')
  })

  await t.test(
    'a wrong password, an unknown account and an account without a password get the same answer',
    async () => {
      const account = newAccount()
      await visitor.user.create({ account, code: await codeFor(account, 'register'), password: '很长很长的一个密码' })
      const { email } = await newUser()
      const answers = []
      for (const one of [account, email, newAccount()])
        answers.push(await failureOf(visitor.auth.login({ account: one, password: '不是这个密码' }), 'invalid'))
      assert.equal(new Set(answers.map(({ message }) => message)).size, 1)
    },
  )

  await t.test(
    'after five wrong passwords an account is locked for unknown addresses, whether it exists or not',
    async () => {
      const account = newAccount()
      const password = '很长很长的一个密码'
      await visitor.user.create({ account, code: await codeFor(account, 'register'), password })
      for (const one of [account, newAccount()]) {
        const guesses = await Promise.allSettled(
          Array.from({ length: 9 }, () => caller().auth.login({ account: one, password: '猜一个密码' })),
        )
        const kinds = guesses.map((guess) => (guess as PromiseRejectedResult).reason.kind)
        assert.equal(kinds.filter((kind) => kind === 'invalid').length, 5)
        const { data } = await failureOf(caller().auth.login({ account: one, password }), 'tooMany')
        assert.ok(data?.retryAfter && data.retryAfter <= 900)
      }
      await sql`update failed_attempt set failed_at = failed_at - interval '16 minutes'`.execute(db)
      await caller().auth.login({ account, password })
    },
  )

  await t.test('the login status has five fields for a user and none for a visitor', async () => {
    const { api, user, email } = await newUser('阿左')
    assert.deepEqual(await api.auth.loginStatus(), { id: user.id, name: '阿左', email, phoneNumber: null, rated: [] })
    assert.deepEqual(await visitor.auth.loginStatus(), {})
    assert.deepEqual(await caller('no such token').auth.loginStatus(), {})
  })

  await t.test('a token works with and without the word Bearer', async () => {
    const { token, user } = await newUser()
    for (const authorization of [token, `Bearer ${token}`, `bearer ${token}`]) {
      const response = await fetch(`${url}/api/v1/auth/loginStatus`, { headers: { authorization } })
      assert.equal((await response.json()).data.id, user.id)
    }
  })

  await t.test('a token expires on logout and after thirty days without use', async () => {
    const { api } = await newUser()
    await api.auth.logout()
    assert.deepEqual(await api.auth.loginStatus(), {})
    await failureOf(api.user.show(), 'unauthorized')
    const other = await newUser()
    await sql`update session set expires_at = now() - interval '1 second' where user_id = ${other.user.id}`.execute(db)
    assert.deepEqual(await other.api.auth.loginStatus(), {})
  })

  await t.test('a session in use is extended', async () => {
    const { api, user } = await newUser()
    await sql`update session set last_used_at = now() - interval '2 hours', expires_at = now() + interval '1 day' where user_id = ${user.id}`.execute(
      db,
    )
    await api.user.show()
    const { expiresAt } = await db
      .selectFrom('session')
      .select('expiresAt')
      .where('userId', '=', user.id)
      .executeTakeFirstOrThrow()
    assert.ok(expiresAt.getTime() > Date.now() + 29 * 86_400_000)
  })

  await t.test('tokens, codes and passwords are not stored in plain text', async () => {
    const account = newAccount()
    const code = await codeFor(account, 'register')
    const { token } = await visitor.user.create({ account, code, password: '独一无二的密码串' })
    const { rows } = await sql<{ all: string }>`select
      (select string_agg(s::text, '') from session s) || (select string_agg(v::text, '') from verification_code v where account = ${account}) ||
      (select string_agg(u::text, '') from "user" u) as all`.execute(db)
    const stored = rows[0]?.all ?? ''
    assert.ok(stored.length > 500)
    for (const secret of [token, `,${code},`, '独一无二的密码串']) assert.ok(!stored.includes(secret))
  })
})
