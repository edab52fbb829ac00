import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { failureOf, startTestSite } from '../../test/test-site.ts'
import { allowNextCode } from '../../test/allow-next-code.ts'

const password = '湘西渡口的船到桥头'

test('account settings', async (t) => {
  const { caller, codeFor, newUser, mailbox, db, visitor } = await startTestSite(t)
  let accounts = 0
  const newEmail = () => `owner${++accounts}@books.test`
  const newPhone = () => `+86138${String(++accounts).padStart(8, '0')}`
  const sendCode = async (account: string, purpose: 'login' | 'register' | 'reset' | 'bind') => {
    await allowNextCode(db, account)
    await caller().auth.sendCode({ account, purpose })
    return codeFor(account)
  }
  const ticketFor = async (account: string, purpose: 'reset' | 'bind') => {
    const code = await sendCode(account, purpose)
    return (await caller().auth.verifyCode({ account, code, purpose })).ticket
  }
  const newOwner = async (account = newEmail()) => {
    const code = await sendCode(account, 'register')
    const loggedIn = await caller().user.create({ account, code, password })
    return { ...loggedIn, account, api: caller(loggedIn.token) }
  }

  await t.test('a phone number works like an email address in every format', async () => {
    const phone = newPhone()
    const local = phone.slice(3)
    const { user } = await newOwner(phone)
    assert.deepEqual([user.phoneNumber, user.email], [phone, null])
    const typed = [local, `${local.slice(0, 3)} ${local.slice(3, 7)}-${local.slice(7)}`, `0086${local}`]
    for (const account of typed) assert.equal((await caller().auth.login({ account, password })).user.id, user.id)
    const fullWidth = local.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
    const code = await sendCode(phone, 'login')
    assert.equal((await caller().auth.codeLogin({ account: fullWidth, code })).user.id, user.id)
    const stranger = newPhone()
    const created = await caller().auth.codeLogin({ account: stranger, code: await sendCode(stranger, 'login') })
    assert.equal(created.user.phoneNumber, stranger)
    const again = await failureOf(
      caller().user.create({ account: phone, code: await sendCode(phone, 'register') }),
      'conflict',
    )
    assert.match(again.message, /这个手机号已经注册过/)
  })

  await t.test('an invalid account gets a message for the kind it resembles', async () => {
    const messageFor = async (account: string) =>
      (await failureOf(visitor.auth.sendCode({ account, purpose: 'login' }), 'invalid')).data?.fields?.['account']
    assert.match((await messageFor('1380013800')) ?? '', /手机号的样子不对/)
    assert.match((await messageFor('010-6552-9988')) ?? '', /手机号的样子不对/)
    assert.match((await messageFor('+1')) ?? '', /手机号的样子不对/)
    assert.match((await messageFor('name@example')) ?? '', /邮箱的样子不对/)
    assert.match((await messageFor('cuicui')) ?? '', /请填写邮箱或手机号/)
    assert.match((await messageFor('1'.repeat(300))) ?? '', /太长/)
  })

  await t.test('a forgotten password is reset with code and ticket, which ends all sessions', async () => {
    const { account, api, user } = await newOwner()
    const ticket = await ticketFor(account, 'reset')
    const fresh = await caller().auth.resetPassword({ ticket, password: '另一个很长的密码' })
    assert.equal(fresh.user.id, user.id)
    assert.deepEqual(await api.auth.loginStatus(), {})
    assert.equal((await caller(fresh.token).auth.loginStatus()).id, user.id)
    await failureOf(caller().auth.login({ account, password }), 'invalid')
    await caller().auth.login({ account, password: '另一个很长的密码' })
  })

  await t.test('a ticket works once, for its purpose, for ten minutes, also for concurrent calls', async () => {
    const { account, api } = await newOwner()
    const used = await ticketFor(account, 'reset')
    const tries = await Promise.allSettled(
      Array.from({ length: 4 }, () => caller().auth.resetPassword({ ticket: used, password: '另一个很长的密码' })),
    )
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
    await failureOf(caller().auth.resetPassword({ ticket: used, password: '再一个很长的密码' }), 'invalid')

    const other = newEmail()
    const binding = await ticketFor(other, 'bind')
    await failureOf(caller().auth.resetPassword({ ticket: binding, password }), 'invalid')
    const resetting = await ticketFor(account, 'reset')
    await failureOf((await newUser()).api.user.bind({ ticket: resetting }), 'invalid')
    await sql`update ticket set expires_at = expires_at - interval '601 seconds'`.execute(db)
    await failureOf(caller().auth.resetPassword({ ticket: resetting, password }), 'invalid')
    await failureOf(api.user.show(), 'unauthorized')
    await failureOf(caller().auth.resetPassword({ ticket: 'x'.repeat(43), password }), 'invalid')
  })

  await t.test('a code is exchanged for a ticket once and only for its purpose', async () => {
    const account = newEmail()
    const login = await sendCode(account, 'login')
    await failureOf(caller().auth.verifyCode({ account, code: login, purpose: 'reset' }), 'invalid')
    const reset = await sendCode(account, 'reset')
    await failureOf(caller().auth.codeLogin({ account, code: reset }), 'invalid')
    await caller().auth.verifyCode({ account, code: reset, purpose: 'reset' })
    await failureOf(caller().auth.verifyCode({ account, code: reset, purpose: 'reset' }), 'invalid')
    await failureOf(caller().auth.verifyCode({ account, code: login, purpose: 'login' as 'reset' }), 'invalid')
  })

  await t.test('only the holder of a code learns whether an account exists', async () => {
    const { account } = await newOwner()
    const unknown = newEmail()
    const answers = []
    for (const one of [account, unknown]) {
      await sendCode(one, 'reset')
      const wrong = await failureOf(
        caller().auth.verifyCode({ account: one, code: '000000', purpose: 'reset' }),
        'invalid',
      )
      answers.push([wrong.message, wrong.data, mailbox.mails.at(-1)?.text?.replaceAll(/\d{6}/g, '')])
    }
    assert.deepEqual(answers[0], answers[1])
    const ticket = await ticketFor(unknown, 'reset')
    await failureOf(caller().auth.resetPassword({ ticket, password }), 'missing')
  })

  await t.test('a weak password does not consume the ticket', async () => {
    const { account } = await newOwner()
    const ticket = await ticketFor(account, 'reset')
    const weak = await failureOf(caller().auth.resetPassword({ ticket, password: 'password1' }), 'invalid')
    assert.match(weak.data?.fields?.['password'] ?? '', /太常见/)
    await caller().auth.resetPassword({ ticket, password: '再一个很长的密码' })
  })

  await t.test('changing the password requires the old one and ends all other sessions', async () => {
    const { account, api, user } = await newOwner()
    const elsewhere = await caller().auth.login({ account, password })
    const pending = await ticketFor(account, 'reset')
    await failureOf(api.user.changePassword({ password: '新的一个很长的密码' }), 'invalid')
    const wrong = await failureOf(
      api.user.changePassword({ oldPassword: '不是它', password: '新的一个很长的密码' }),
      'invalid',
    )
    assert.match(wrong.data?.fields?.['oldPassword'] ?? '', /现在的密码不对/)
    await api.user.changePassword({ oldPassword: password, password: '新的一个很长的密码' })
    assert.equal((await api.auth.loginStatus()).id, user.id)
    assert.deepEqual(await caller(elsewhere.token).auth.loginStatus(), {})
    await failureOf(caller().auth.resetPassword({ ticket: pending, password }), 'invalid')
    await failureOf(visitor.user.changePassword({ oldPassword: password, password }), 'unauthorized')
  })

  await t.test('a session has five attempts at the old password', async () => {
    const { api } = await newOwner()
    const guess = () => api.user.changePassword({ oldPassword: '猜一个', password: '新的一个很长的密码' })
    for (let n = 0; n < 5; n++) await failureOf(guess(), 'invalid')
    const { data } = await failureOf(
      api.user.changePassword({ oldPassword: password, password: '新的一个很长的密码' }),
      'tooMany',
    )
    assert.ok(data?.retryAfter)
  })

  await t.test('a user without a password sets one with a code to their own account', async () => {
    const { api, email, user } = await newUser()
    assert.equal(user.hasPassword, false)
    const needed = await failureOf(api.user.changePassword({ oldPassword: '没有', password }), 'invalid')
    assert.match(needed.data?.fields?.['ticket'] ?? '', /验证码/)
    const foreign = await ticketFor(newEmail(), 'reset')
    await failureOf(api.user.changePassword({ ticket: foreign, password }), 'invalid')
    const changed = await api.user.changePassword({ ticket: await ticketFor(email, 'reset'), password })
    assert.equal(changed.hasPassword, true)
    await caller().auth.login({ account: email, password })
  })

  await t.test('an email address or phone number is bound, changed, and unbound while the other stays', async () => {
    const { api, account } = await newOwner()
    const phone = newPhone()
    await failureOf(api.user.unbind({ kind: 'email' }), 'conflict')
    assert.equal((await api.user.bind({ ticket: await ticketFor(phone, 'bind') })).phoneNumber, phone)
    await caller().auth.login({ account: phone, password })
    const next = newEmail()
    assert.equal((await api.user.bind({ ticket: await ticketFor(next, 'bind') })).email, next)
    await failureOf(caller().auth.login({ account, password }), 'invalid')
    await caller().auth.login({ account: next, password })
    const both = await Promise.allSettled([api.user.unbind({ kind: 'email' }), api.user.unbind({ kind: 'phone' })])
    assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1)
    const { email, phoneNumber } = await api.user.show()
    assert.equal([email, phoneNumber].filter((one) => one !== null).length, 1)
    await failureOf(visitor.user.unbind({ kind: 'email' }), 'unauthorized')
  })

  await t.test('changes are mailed to the account and to its former address', async () => {
    const { api, account } = await newOwner()
    await api.user.changePassword({ oldPassword: password, password: `${password}了` })
    await mailbox.received(account, /改了密码/)
    await visitor.auth.resetPassword({ ticket: await ticketFor(account, 'reset'), password })
    const next = newEmail()
    const again = caller((await visitor.auth.login({ account, password })).token)
    await again.user.bind({ ticket: await ticketFor(next, 'bind') })
    await mailbox.received(account, /换了邮箱/)
    await again.user.bind({ ticket: await ticketFor(newPhone(), 'bind') })
    await mailbox.received(next, /绑定了手机号/)
    await again.user.bind({ ticket: await ticketFor(newPhone(), 'bind') })
    await mailbox.received(next, /换了手机号/)
    await again.user.unbind({ kind: 'email' })
    await mailbox.received(next, /解绑了邮箱/)
    assert.equal(mailbox.mails.filter(({ to }) => to?.[0]?.address === account).length, 5)
  })

  await t.test('an account of another user is not bound, and only the holder of its code learns this', async () => {
    const { account } = await newOwner()
    const { api, user } = await newOwner()
    const ticket = await ticketFor(account, 'bind')
    const { message } = await failureOf(api.user.bind({ ticket }), 'conflict')
    assert.match(message, /另一个账号/)
    assert.equal((await api.user.show()).email, user.email)
    const free = newEmail()
    const [one, other] = [await newOwner(), await newOwner()]
    const tickets = [await ticketFor(free, 'bind'), await ticketFor(free, 'bind')] as [string, string]
    const results = await Promise.allSettled([
      one.api.user.bind({ ticket: tickets[0] }),
      other.api.user.bind({ ticket: tickets[1] }),
    ])
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    await failureOf(visitor.user.bind({ ticket }), 'unauthorized')
  })

  await t.test('a user changes their name and bio', async () => {
    const { api } = await newUser('翠翠')
    assert.equal((await api.user.update({ name: ' 傩送 ' })).name, '傩送')
    const changed = await api.user.update({ bio: '在渡口读书。' })
    assert.deepEqual([changed.name, changed.bio], ['傩送', '在渡口读书。'])
    assert.equal((await api.user.update({ bio: '' })).bio, '')
    const fields = async (input: { name?: string; bio?: string }) =>
      (await failureOf(api.user.update(input), 'invalid')).data?.fields
    assert.deepEqual(await fields({ name: '' }), { name: '请填写' })
    const disguised = ['管 理 员', '管理員', '編·輯·部', '官\u3000方', '知 圖 小助手', '「管」「理」「员」']
    for (const name of ['管理员', '知图官方', '知图小助手', ...disguised])
      assert.deepEqual(await fields({ name }), { name: '这个名字留给了站点自己，请换一个' })
    assert.deepEqual(await fields({ bio: '一'.repeat(201) }), { bio: '最多 200 个字' })
    await failureOf(visitor.user.update({ name: '谁' }), 'unauthorized')
  })

  await t.test('a book page shows a new user name at once', async () => {
    const { api, user } = await newUser('旧名字')
    const { list } = await visitor.book.list({ limit: 1 })
    const bookId = list[0]?.id as string
    await visitor.book.show({ id: bookId })
    await sql`update recommendation set user_id = ${user.id} where id = (select id from recommendation where book_id = ${bookId} limit 1)`.execute(
      db,
    )
    await api.user.update({ name: '新名字' })
    const { recommends } = await visitor.book.show({ id: bookId })
    assert.ok(recommends.some((one) => JSON.stringify(one).includes('新名字')))
  })
})
