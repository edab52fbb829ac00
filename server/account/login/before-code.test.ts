import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import type { Challenge } from '#shared/api/proof.ts'
import { readSetting } from '#server/platform/setting/setting-queries.ts'
import { solveProof, toProof } from '../../../test/solve-proof.ts'
import { startTestSite } from '../../../test/test-site.ts'
import { sweepAccounts } from '#server/account/sweep-accounts.ts'

interface Answer {
  code: number
  httpCode?: number
  message: string
  data: { retryAfter?: number; challenge?: Challenge } | null
}

const roomy = { withoutProof: 100, max: 1000 }
const codeLimits = { address: { withoutProof: 2, max: 5 }, email: roomy, phone: roomy }

test('limits before a code is sent', async (t) => {
  const { url, db, mailbox, secondNode } = await startTestSite(t, {}, { codeLimits })
  const nodes = [url, await secondNode()]
  let asked = 0
  let addresses = 0
  const newAddress = () => `10.99.0.${++addresses}`
  const ask = async (address: string, proof?: string, account = `asker${++asked}@books.test`): Promise<Answer> => {
    // The calls alternate between two server processes, which shows that each rate limit holds for both together.
    const node = nodes[asked % nodes.length] as string
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
    const body = JSON.stringify({ account, purpose: 'login', ...(proof !== undefined && { proof }) })
    return (await fetch(`${node}/api/v1/auth/code`, { method: 'POST', headers, body })).json() as Promise<Answer>
  }
  const forget = () => sql`delete from verification_code`.execute(db)
  const busy = async () => {
    const address = newAddress()
    for (let n = 0; n < codeLimits.address.withoutProof; n++) assert.equal((await ask(address)).code, 0)
    return address
  }
  const challengeFor = async (address: string) => {
    const answer = await ask(address)
    assert.deepEqual([answer.httpCode, answer.code], [428, 42800])
    assert.match(answer.message, /安全校验/)
    return answer.data?.challenge as Challenge
  }

  await t.test('a busy address needs a proof of work, other addresses do not', async () => {
    const address = await busy()
    const challenge = await challengeFor(address)
    assert.equal((await ask(newAddress())).code, 0)
    const before = mailbox.mails.length
    assert.equal((await ask(address, await solveProof(challenge))).code, 0)
    assert.equal(mailbox.mails.length, before + 1)
    await forget()
  })

  await t.test('IPv6 addresses with the same first 64 bits count as one address', async () => {
    for (const end of ['1', 'ffff']) assert.equal((await ask(`2001:db8:7:7::${end}`)).code, 0)
    assert.equal((await ask('2001:db8:7:7:1:2:3:4')).code, 42800)
    assert.equal((await ask('2001:db8:7:8::1')).code, 0)
    await forget()
  })

  await t.test('a proof works once on all nodes, also for concurrent calls', async () => {
    const address = await busy()
    const proof = await solveProof(await challengeFor(address))
    const codes = (await Promise.all([1, 2, 3, 4].map(() => ask(address, proof)))).map(({ code }) => code)
    assert.deepEqual(codes.toSorted(), [0, 42800, 42800, 42800])
    await forget()
  })

  await t.test('a forged, unsolved or expired proof is refused', async () => {
    const address = await busy()
    const challenge = await challengeFor(address)
    const { parameters, signature } = challenge
    const solved = JSON.parse(Buffer.from(await solveProof(challenge), 'base64').toString())
    const key = await readSetting(db, 'proofKey')
    const past = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 10,
      counter: 3,
      deriveKey,
      expiresAt: Math.floor(Date.now() / 1000) - 1,
      hmacSignatureSecret: `challenge ${key}`,
      hmacKeySignatureSecret: `solution ${key}`,
    })
    const foreign = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 10,
      counter: 3,
      deriveKey,
      hmacSignatureSecret: 'mine',
      hmacKeySignatureSecret: 'mine',
    })
    const wrong = [
      'nonsense',
      toProof(null, null),
      toProof(challenge, { counter: 1, derivedKey: '00'.repeat(32) }),
      toProof(challenge, { counter: 1, derivedKey: `${parameters.keyPrefix}${'00'.repeat(16)}` }),
      toProof({ parameters: { ...parameters, cost: 1 }, signature }, solved.solution),
      toProof({ parameters: { ...parameters, expiresAt: 9_999_999_999 }, signature }, solved.solution),
      toProof({ parameters }, solved.solution),
      await solveProof(past as Challenge),
      await solveProof(foreign as Challenge),
    ]
    for (const proof of wrong) assert.equal((await ask(address, proof)).code, 42800)
    assert.equal((await ask(address, 'x'.repeat(2001))).httpCode, 400)
    assert.equal((await ask(address, toProof(challenge, solved.solution))).code, 0)
    await forget()
  })

  await t.test(
    'an address gets a fixed number of codes an hour, with or without a proof, and the answer says how long to wait',
    async () => {
      const address = await busy()
      for (let n = codeLimits.address.withoutProof; n < codeLimits.address.max; n++)
        assert.equal((await ask(address, await solveProof(await challengeFor(address)))).code, 0)
      const { httpCode, data, message } = await ask(address)
      assert.equal(httpCode, 429)
      assert.ok(data?.retryAfter && data.retryAfter > 3500 && data.retryAfter <= 3600)
      assert.match(message, /请 60 分钟后再试/)
      assert.equal((await ask(newAddress())).code, 0)
      await sql`update verification_code set created_at = created_at - interval '61 minutes'`.execute(db)
      assert.equal((await ask(address)).code, 0)
      await forget()
    },
  )

  await t.test('an account gets ten codes a day on all nodes and for all addresses', async () => {
    const account = 'often@books.test'
    for (let n = 0; n < 10; n++) {
      await sql`update verification_code set created_at = created_at - interval '2 hours'`.execute(db)
      asked++
      assert.equal((await ask(newAddress(), undefined, account)).code, 0)
    }
    await sql`update verification_code set created_at = created_at - interval '2 hours'`.execute(db)
    const { httpCode, data } = await ask(newAddress(), undefined, account)
    assert.equal(httpCode, 429)
    assert.ok(data?.retryAfter && data.retryAfter > 3000 && data.retryAfter < 4 * 3600)
  })

  await t.test('rows that were stored for counting are swept', async () => {
    await sql`update used_proof set expires_at = now() - interval '2 hours'`.execute(db)
    await sql`update verification_code set created_at = now() - interval '3 days'`.execute(db)
    await sweepAccounts(db)
    for (const table of ['usedProof', 'verificationCode'] as const)
      assert.equal((await db.selectFrom(table).selectAll().execute()).length, 0)
  })
})
