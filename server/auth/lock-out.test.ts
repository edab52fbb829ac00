import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { solveProof } from '../../test/solve-proof.ts'
import { failureOf, startTestSite } from '../../test/test-site.ts'

test('a stranger who guesses keeps no reader out', async (t) => {
  const { caller, codeFor, db } = await startTestSite(t)
  const account = 'cuicui@books.test'
  const password = '湘西渡口的船到桥头'
  const home = caller()
  await home.auth.sendCode({ account, purpose: 'register' })
  await home.user.create({ account, code: codeFor(account), password })
  const lockOut = async (one: string) => {
    const stranger = caller()
    for (let n = 0; n < 5; n++)
      await failureOf(stranger.auth.login({ account: one, password: '猜一个密码' }), 'invalid')
    return stranger
  }
  const stranger = await lockOut(account)

  await t.test('a plain call waits, wherever it comes from', async () => {
    for (const one of [home, stranger, caller()]) {
      const { data } = await failureOf(one.auth.login({ account, password }), 'tooMany')
      assert.ok(data?.retryAfter && data.retryAfter <= 900)
    }
  })

  await t.test('with a proof a reader gets in from where he was before, and the stranger does not', async () => {
    const challengeOf = async (one: typeof home) =>
      (await failureOf(one.auth.login({ account, password }), 'tooMany')).data?.challenge
    const proof = await solveProof(await challengeOf(stranger))
    const { data } = await failureOf(stranger.auth.login({ account, password, proof }), 'tooMany')
    assert.equal(data?.challenge, undefined)
    await failureOf(home.auth.login({ account, password, proof }), 'tooMany')
    const own = await solveProof(await challengeOf(home))
    await home.auth.login({ account, password, proof: own })
    // For the stranger nothing has become easier by that.
    await failureOf(stranger.auth.login({ account, password: '再猜一个密码' }), 'tooMany')
  })

  await t.test('an address known has five tries of its own, a proof each', async () => {
    const guess = async () => {
      const { data } = await failureOf(home.auth.login({ account, password: '记错的密码' }), 'tooMany')
      const proof = await solveProof(data?.challenge)
      return home.auth.login({ account, password: '记错的密码', proof })
    }
    for (let n = 0; n < 5; n++) await failureOf(guess(), 'invalid')
    await failureOf(guess(), 'tooMany')
  })

  await t.test('an account that does not exist waits in the same words', async () => {
    const unknown = 'nobody@books.test'
    const other = await lockOut(unknown)
    const { message, data } = await failureOf(other.auth.login({ account: unknown, password }), 'tooMany')
    const known = await failureOf(stranger.auth.login({ account, password }), 'tooMany')
    assert.equal(message.replace(/\d+/, ''), known.message.replace(/\d+/, ''))
    assert.deepEqual(Object.keys(data ?? {}), Object.keys(known.data ?? {}))
    const proof = await solveProof(data?.challenge)
    await failureOf(other.auth.login({ account: unknown, password, proof }), 'tooMany')
  })

  await t.test('an address unused for ninety days is a stranger’s', async () => {
    await sql`delete from login_failure where account like '% %'`.execute(db)
    await sql`update known_address set last_used_at = now() - interval '91 days'`.execute(db)
    const { data } = await failureOf(home.auth.login({ account, password }), 'tooMany')
    const proof = await solveProof(data?.challenge)
    await failureOf(home.auth.login({ account, password, proof }), 'tooMany')
  })
})
