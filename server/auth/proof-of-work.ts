import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { Challenge } from '#shared/api/proof.ts'
import type { Db } from '#server/db/schema.ts'
import { keepSetting } from '#server/site/setting-queries.ts'

/** Half a second of a desktop machine's time, some two of a phone's; making and checking one costs a thousandth of it. */
const cost = 2000
const tries = { least: 300, most: 700 }
const lifetimeSeconds = 600

const Payload = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string(), time: z.optional(z.number()) }),
})

type SignedChallenge = Parameters<typeof verifySolution>[0]['challenge'] & { signature: string }

/** Work for the asker’s machine, signed by the site. */
export async function newChallenge(db: Db): Promise<Challenge> {
  const { parameters, signature = '' } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(tries.most, tries.least),
    deriveKey,
    expiresAt: Math.floor(Date.now() / 1000) + lifetimeSeconds,
    ...(await secrets(db)),
  })
  return Challenge.parse({ parameters, signature })
}

/** Whether a proof is good: a challenge of this site's, fresh, solved, and not used before with any process. Uses it up. */
export async function spendProof(db: Db, proof: string): Promise<boolean> {
  const payload = Payload.safeParse(readJson(Buffer.from(proof, 'base64').toString()))
  if (!payload.success) return false
  const { solution } = payload.data
  const challenge = payload.data.challenge as SignedChallenge
  const { time = 0, ...found } = solution
  const { verified } = await verifySolution({
    challenge,
    solution: { ...found, time },
    deriveKey,
    ...(await secrets(db)),
  })
  if (!verified) return false
  const expiresAt = new Date((challenge.parameters.expiresAt ?? 0) * 1000)
  const spent = await db
    .insertInto('spentProof')
    .values({ signature: challenge.signature, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('signature')
    .executeTakeFirst()
  return spent !== undefined
}

/** The site's own, made with its first challenge. */
async function secrets(db: Db) {
  const key = await keepSetting(db, 'proofKey', () => randomBytes(32).toString('base64url'))
  return { hmacSignatureSecret: `challenge ${key}`, hmacKeySignatureSecret: `solution ${key}` }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
