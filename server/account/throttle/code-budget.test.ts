import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { CodePurpose } from '#shared/api/account/account.ts'
import type { Challenge } from '#shared/api/proof.ts'
import { solveProof } from '../../../test/solve-proof.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

interface Answer {
  code: number
  httpCode?: number
  message: string
  data: { retryAfter?: number; challenge?: Challenge } | null
}

/**
 * The test site may send ten verification codes per hour. Unknown callers are refused when six were sent, callers for
 * existing accounts when eight were sent.
 */
const ofSite = { withoutProof: 3, max: 10 }
const codeLimits = { address: { withoutProof: 4, max: 5 }, email: ofSite, phone: ofSite }

test('a share of the codes is reserved for known accounts and known addresses', async (t) => {
  const lines: { msg: string; kind: string; sent: number }[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const { url, db, caller, codeFor, secondNode, mailbox } = await startTestSite(t, {}, { codeLimits, log })
  const nodes = [url, await secondNode()]
  let asked = 0
  let addresses = 0
  const newAddress = () => `10.97.0.${++addresses}`
  const newAccount = () => `asker${++asked}@books.test`
  interface Question {
    account?: string
    address?: string
    purpose?: CodePurpose
    proof?: string
    token?: string
    node?: string
  }
  const ask = async ({
    account = newAccount(),
    address = newAddress(),
    purpose = 'login',
    proof,
    token,
    node = nodes[++asked % nodes.length] ?? '',
  }: Question): Promise<Answer> => {
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(token !== undefined && { authorization: token }),
    }
    const body = JSON.stringify({ account, purpose, ...(proof !== undefined && { proof }) })
    return (await fetch(`${node}/api/v1/auth/code`, { method: 'POST', headers, body })).json() as Promise<Answer>
  }
  const forget = () => db.deleteFrom('verificationCode').execute()
  /** Inserts verification codes as if unknown callers had requested them two minutes ago. */
  const fill = async (count: number, { account = 'x@books.test', address = '10.96.0.1', ago = '2 minutes' } = {}) => {
    await sql`
      insert into verification_code (id, account, address, purpose, code_hash, created_at, expires_at)
      select gen_random_uuid(), ${account}, ${address}, 'login', '', now() - ${ago}::interval, now() - interval '1 minute'
      from generate_series(1, ${count}::integer)`.execute(db)
  }
  const newUser = async () => {
    const account = newAccount()
    const home = newAddress()
    await ask({ account, address: home, purpose: 'register' })
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': home }
    const body = JSON.stringify({ account, code: codeFor(account) })
    const answer = await fetch(`${url}/api/v1/user/create`, { method: 'POST', headers, body })
    const { token } = ((await answer.json()) as { data: { token: string } }).data
    await forget()
    return { account, home, token }
  }
  const challengeFor = async (question: Question) => {
    const answer = await ask(question)
    assert.deepEqual([answer.httpCode, answer.code], [428, 42800], answer.message)
    return answer.data?.challenge
  }
  const testUser = await newUser()
  const abroad = await newUser()

  await t.test('on a busy site strangers need a proof of work, and are refused exactly at their share', async () => {
    const register = { purpose: 'register' as const }
    for (let n = 0; n < ofSite.withoutProof; n++) assert.equal((await ask(register)).code, 0)
    const proofs = await Promise.all([1, 2, 3, 4, 5].map(async () => solveProof(await challengeFor(register))))
    const codes = (await Promise.all(proofs.map((proof) => ask({ ...register, proof })))).map(
      ({ httpCode }) => httpCode,
    )
    assert.deepEqual(codes.toSorted(), [429, 429, undefined, undefined, undefined])
    const { data, message } = await ask(register)
    assert.ok(data?.retryAfter && data.retryAfter > 3500 && data.retryAfter <= 3600)
    assert.match(message, /现在要验证码的人太多了，请 60 分钟后再试/)
  })

  await t.test('after that no answer tells whether an account exists, and unknown accounts get no mail', async () => {
    const purposes = ['login', 'reset', 'confirm', 'delete', 'bind', 'register'] as const
    const known = { account: abroad.account, address: newAddress() }
    const unknown = { account: newAccount(), address: newAddress() }
    const bare = ({ code, message, data }: Answer) => [code, message, Object.keys(data ?? {})]
    for (const purpose of purposes)
      assert.deepEqual(bare(await ask({ ...unknown, purpose })), bare(await ask({ ...known, purpose })), purpose)
    const outcomes = []
    for (const question of [known, unknown]) {
      const proof = await solveProof(await challengeFor(question))
      outcomes.push([
        await ask({ ...question, proof }),
        bare(await ask(question)),
        bare(await ask({ ...question, proof })),
      ])
    }
    assert.deepEqual(outcomes[1], outcomes[0])
    assert.deepEqual(outcomes[0]?.[0], { code: 0, data: { resendAfter: 60, expiresIn: 600 }, message: '' })
    await mailbox.received(known.account, /登录验证码/)
    assert.equal(codeFor(unknown.account), '')
    // The codes that are not sent do not use up those of the accounts that exist.
    await sql`delete from verification_code where account = ${known.account}`.execute(db)
    for (let n = 0; n < 4; n++) {
      const question = { address: newAddress(), account: newAccount() }
      assert.equal((await ask({ ...question, proof: await solveProof(await challengeFor(question)) })).code, 0)
    }
    await fill(2)
    for (const question of [known, unknown].map(({ account }) => ({ account, address: newAddress() })))
      assert.equal((await ask(question)).httpCode, 429)
    await sql`delete from verification_code where account = 'x@books.test' or not is_sent`.execute(db)
  })

  await t.test(
    'after that a known account still gets codes with a proof, and text messages are still sent',
    async () => {
      const away = { account: abroad.account, address: newAddress() }
      const proof = await solveProof(await challengeFor(away))
      assert.equal((await ask({ ...away, proof })).code, 0)
      // A caller who asks to register an account that already exists is refused as early as an unknown caller.
      assert.equal((await ask({ ...away, purpose: 'register', account: testUser.account })).httpCode, 429)
      assert.equal((await ask({ account: '13800138000' })).code, 0)
      await fill(1)
      assert.equal((await ask({ account: testUser.account, address: newAddress() })).httpCode, 429)
    },
  )

  await t.test(
    'an owner gets codes at an address or in a session of their own until the budget is used up',
    async () => {
      const atHome = { account: testUser.account, address: testUser.home }
      const inSession = { account: abroad.account, token: abroad.token, purpose: 'confirm' as const }
      for (const question of [atHome, inSession]) {
        // So many codes were sent that unknown callers are refused, so the owner of an account needs a proof of work
        // too.
        const proof = await solveProof(await challengeFor(question))
        assert.equal((await ask({ ...question, proof })).code, 0)
      }
      const third = await ask({ account: testUser.account, address: testUser.home })
      assert.equal(third.httpCode, 429)
      await forget()
    },
  )

  await t.test('each node logs either state once, not with each request', async () => {
    lines.length = 0
    await fill(6)
    for (let n = 0; n < 3; n++) for (const node of nodes) await ask({ node, account: `1380013800${n}` })
    assert.equal(lines.length, 0)
    const fresh = await secondNode()
    for (let n = 0; n < 5; n++) assert.equal((await ask({ node: fresh, purpose: 'register' })).httpCode, 429)
    assert.deepEqual(
      lines.map(({ msg, kind, sent }) => [msg.split(':')[0], kind, sent]),
      [
        ['codes run low', 'email', 6],
        ['codes are used up', 'email', 6],
      ],
    )
    await forget()
  })

  await t.test('the proof gets harder as codes run low, and an earlier easy proof is refused', async () => {
    const levels = []
    await fill(3)
    const easy = await solveProof(await challengeFor({}))
    for (const more of [0, 2]) {
      await fill(more)
      levels.push((await challengeFor({}))?.parameters.data?.level)
    }
    await fill(1)
    const harder = await ask({ account: testUser.account, proof: easy })
    levels.push(harder.data?.challenge?.parameters.data?.level)
    assert.deepEqual([levels, harder.httpCode], [[2, 3, 4], 428])
    await forget()
  })

  await t.test('a stranger who uses up the daily codes of an account does not affect its owner', async () => {
    const { account, home, token } = testUser
    await fill(10, { account, ago: '2 hours' })
    assert.match((await ask({ account })).message, /一天内给这个账号发的验证码太多了/)
    assert.equal((await ask({ account, address: home })).code, 0)
    await sql`update verification_code set created_at = now() - interval '2 hours' where is_from_owner`.execute(db)
    assert.equal((await ask({ account, token })).code, 0)
    await fill(9, { account, ago: '2 hours' })
    await sql`update verification_code set is_from_owner = true, created_at = now() - interval '2 hours'`.execute(db)
    assert.match((await ask({ account, address: home })).message, /一天内给这个账号发的验证码太多了/)
    await forget()
  })

  await t.test('a stranger’s code neither delays nor replaces the owner’s, and both work', async () => {
    const { account, home } = testUser
    assert.equal((await ask({ account, address: home })).code, 0)
    const own = codeFor(account)
    const stranger = newAddress()
    assert.equal((await ask({ account, address: stranger })).code, 0)
    assert.match((await ask({ account, address: stranger })).message, /验证码刚发过/)
    assert.ok((await caller().auth.codeLogin({ account, code: own })).token)
    assert.ok((await caller().auth.codeLogin({ account, code: codeFor(account) })).token)
    await failureOf(caller().auth.codeLogin({ account, code: own }), 'invalid')
    await forget()
  })

  await t.test('strangers at the owner’s address do not use up the owner’s codes', async () => {
    const { account, home } = testUser
    await fill(5, { address: home, ago: '20 minutes' })
    assert.match((await ask({ address: home })).message, /你这里要的验证码太多了/)
    assert.equal((await ask({ account, address: home })).code, 0)
    await forget()
  })

  await t.test('accounts known at one address cannot use up the share reserved for owners', async () => {
    const { account, home } = testUser
    await fill(3, { address: home })
    await sql`update verification_code set is_from_owner = true`.execute(db)
    assert.equal((await ask({ account, address: home })).code, 0)
    // For one IP address, the test site sends four codes in an hour to the owners of accounts; each IP address is
    // counted separately.
    await sql`update verification_code set created_at = created_at - interval '20 minutes'`.execute(db)
    const refused = await ask({ account, address: home })
    assert.match(refused.message, /你这里要的验证码太多了/)
    assert.ok(refused.data?.retryAfter && refused.data.retryAfter < 2400)
    assert.equal((await ask({ account: abroad.account, address: abroad.home })).code, 0)
  })
})
