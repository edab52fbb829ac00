import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Api, createClient, toRequest } from '#shared/contract/client.ts'
import { stepAt, totpCode } from '#server/account/totp/totp-code.ts'
import { SoftAuthenticator } from '../../../test/soft-authenticator.ts'
import { solveProof } from '../../../test/solve-proof.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

const password = '湘西渡口的船到桥头'
const publicUrl = 'http://books.test'

test('a stranger cannot lock a user out', async (t) => {
  const { caller, codeFor, db, secondNode, mailbox } = await startTestSite(t)
  const nodes = [await secondNode(), await secondNode()]
  let strangers = 0
  let asked = 0
  /** Returns an API client with one IP address, which sends its calls to two server processes alternately. */
  const callerAt = (address: string): Api =>
    createClient(async (call) => {
      const { method, url, body } = await toRequest(call)
      const headers = { 'x-forwarded-for': address, 'content-type': 'application/json' }
      const node = nodes[asked++ % nodes.length]
      return (await fetch(`${node}${url}`, { method, headers, ...(body !== undefined && { body }) })).json()
    })
  const stranger = () => callerAt(`10.77.0.${++strangers}`)
  const newUser = async (account: string) => {
    const home = caller()
    await home.auth.sendCode({ account, purpose: 'register' })
    const { token, user } = await home.user.create({ account, code: codeFor(account), password })
    return { account, home, user, api: caller(token) }
  }
  const rest = (account: string) => db.deleteFrom('verificationCode').where('account', '=', account).execute()

  await t.test('wrong passwords lock the unknown addresses of the account, never the known ones', async () => {
    const { account, home } = await newUser('cuicui@books.test')
    for (let n = 0; n < 5; n++) await failureOf(stranger().auth.login({ account, password: '猜一个密码' }), 'invalid')
    const { data } = await failureOf(stranger().auth.login({ account, password }), 'tooMany')
    assert.ok(data?.retryAfter && data.retryAfter <= 900)
    await home.auth.login({ account, password })
    // The owner's successful login does not reset the count of wrong passwords sent from unknown IP addresses.
    await failureOf(stranger().auth.login({ account, password: '再猜一个密码' }), 'tooMany')
    // An IP address from which this user has logged in before has its own limit of five login attempts.
    for (let n = 0; n < 5; n++) await failureOf(home.auth.login({ account, password: '记错的密码' }), 'invalid')
    await failureOf(home.auth.login({ account, password }), 'tooMany')
  })

  await t.test('an account that does not exist is locked with the same message', async () => {
    const words = []
    const { account } = await newUser('known@books.test')
    for (const one of [account, 'nobody@books.test']) {
      for (let n = 0; n < 5; n++) await failureOf(stranger().auth.login({ account: one, password: '猜' }), 'invalid')
      const { message, data } = await failureOf(stranger().auth.login({ account: one, password }), 'tooMany')
      words.push([message.replace(/\d+/, ''), Object.keys(data ?? {})])
    }
    assert.deepEqual(words[0], words[1])
  })

  await t.test('an address without a login in ninety days counts as unknown', async () => {
    const { account, home } = await newUser('moved@books.test')
    for (let n = 0; n < 5; n++) await failureOf(stranger().auth.login({ account, password: '猜一个密码' }), 'invalid')
    await sql`update known_address set last_used_at = now() - interval '91 days'`.execute(db)
    await failureOf(home.auth.login({ account, password }), 'tooMany')
  })

  await t.test('only an address with many wrong passwords needs a proof of work for each further guess', async () => {
    const guesser = callerAt('10.78.0.1')
    for (let n = 0; n < 20; n++)
      await failureOf(guesser.auth.login({ account: `guessed${n}@books.test`, password: '猜一个密码' }), 'invalid')
    const guess = { account: 'guessed99@books.test', password: '猜一个密码' }
    const { data } = await failureOf(guesser.auth.login(guess), 'proofRequired')
    await failureOf(guesser.auth.login({ ...guess, proof: await solveProof(data?.challenge) }), 'invalid')
    await failureOf(guesser.auth.login(guess), 'proofRequired')
    await failureOf(stranger().auth.login(guess), 'invalid')
  })

  await t.test('a passkey logs in from any address while the account is locked', async () => {
    const { account, api } = await newUser('passkey@books.test')
    const authenticator = new SoftAuthenticator({ origin: publicUrl })
    await api.passkey.add({ ...authenticator.create(await api.passkey.newChallenge()), name: '手机' })
    for (let n = 0; n < 5; n++) await failureOf(stranger().auth.login({ account, password: '猜一个密码' }), 'invalid')
    const abroad = stranger()
    await failureOf(abroad.auth.login({ account, password }), 'tooMany')
    await abroad.passkey.login(authenticator.get(await abroad.passkey.loginChallenge()))
  })

  await t.test(
    'guesses at the second step with a known password lock neither known addresses nor sessions',
    async () => {
      const { account, user, home, api } = await newUser('second@books.test')
      const secret = Buffer.alloc(20, 7)
      await db.insertInto('totp').values({ userId: user.id, secret, confirmedAt: new Date() }).execute()
      const ticketOf = async (one: Api) =>
        (await failureOf(one.auth.login({ account, password }), 'secondStep')).data?.ticket ?? ''
      const ticket = await ticketOf(stranger())
      for (let n = 0; n < 5; n++) await failureOf(stranger().totp.login({ ticket, code: 'aaaaa-aaaaa' }), 'invalid')
      await failureOf(stranger().totp.login({ ticket, code: 'aaaaa-aaaaa' }), 'tooMany')
      const code = totpCode(secret, stepAt(Date.now()))
      await home.totp.login({ ticket: await ticketOf(home), code })
      const later = totpCode(secret, stepAt(Date.now()) + 1)
      await api.session.confirm({ secondCode: later })
    },
  )

  await t.test('password guesses with a stolen token do not block the owner’s other sessions', async () => {
    const { account, home, api } = await newUser('found@books.test')
    for (let n = 0; n < 5; n++) await failureOf(api.session.confirm({ password: '猜一个密码' }), 'invalid')
    await failureOf(api.session.confirm({ password }), 'tooMany')
    const { token } = await home.auth.login({ account, password })
    await caller(token).session.confirm({ password })
  })

  await t.test(
    'a stranger who guesses codes does not use up the attempts of the owner’s addresses and sessions',
    async () => {
      const { account, home, api } = await newUser('guessed@books.test')
      const wrong = (code: string) => (code === '000000' ? '111111' : '000000')
      const asker = stranger()
      const guess = async (one: Api, code: string, times: number) => {
        for (let n = 0; n < times; n++) await failureOf(one.auth.codeLogin({ account, code: wrong(code) }), 'invalid')
      }
      await rest(account)
      await asker.auth.sendCode({ account, purpose: 'login' })
      const code = codeFor(account)
      for (let n = 0; n < 6; n++) await guess(stranger(), code, 1)
      await failureOf(stranger().auth.codeLogin({ account, code }), 'invalid')
      await guess(asker, code, 5)
      await failureOf(asker.auth.codeLogin({ account, code }), 'invalid')
      await home.auth.codeLogin({ account, code })
      await rest(account)
      await stranger().auth.sendCode({ account, purpose: 'confirm' })
      const confirming = codeFor(account)
      await api.session.confirm({ code: confirming })
      // When nobody has logged in to an account yet, the IP address that requested the code has its own limit of
      // attempts.
      const fresh = 'fresh@books.test'
      const newcomer = stranger()
      await newcomer.auth.sendCode({ account: fresh, purpose: 'register' })
      const validCode = mailbox.codeFor(fresh)
      for (let n = 0; n < 6; n++)
        await failureOf(stranger().user.create({ account: fresh, code: wrong(validCode) }), 'invalid')
      await newcomer.user.create({ account: fresh, code: validCode })
    },
  )
})
