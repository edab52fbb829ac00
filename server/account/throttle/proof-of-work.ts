import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { Challenge } from '#shared/api/proof.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { saveSetting } from '#server/platform/setting/write-setting.ts'

/**
 * The cost of a proof-of-work challenge. At the first level the work takes about half a second on a desktop computer
 * and two seconds on a phone, and each further level doubles the time. Creating and verifying a challenge costs the
 * server a thousandth of the work of the first level, at any level.
 */
const cost = 2000
const attempts = { min: 300, max: 700 }
const lifetimeSeconds = 600
export const maxProofLevel = 4

const Payload = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string(), time: z.optional(z.number()) }),
})

type SignedChallenge = Parameters<typeof verifySolution>[0]['challenge'] & { signature: string }

/** Returns a new challenge for a proof of work, signed with the site's secret key. */
export async function newChallenge(db: Db, level: number): Promise<Challenge> {
  const factor = 2 ** (level - 1)
  const { parameters, signature = '' } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(attempts.max * factor, attempts.min * factor),
    deriveKey,
    data: { level },
    expiresAt: Math.floor(Date.now() / 1000) + lifetimeSeconds,
    ...(await secrets(db)),
  })
  return Challenge.parse({ parameters, signature })
}

/**
 * Consumes a proof of work and returns whether it is valid: it must solve an unexpired challenge of this site and must
 * not have been used before, on any server process. A proof one level below the required one is valid too, because the
 * level may rise while a user's device works.
 */
export async function consumeProof(db: Db, proof: string, level: number): Promise<boolean> {
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
  if (!verified || (payload.data.challenge.parameters.data?.level ?? 1) < level - 1) return false
  const expiresAt = new Date((challenge.parameters.expiresAt ?? 0) * 1000)
  const spent = await db
    .insertInto('usedProof')
    .values({ signature: challenge.signature, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('signature')
    .executeTakeFirst()
  return spent !== undefined
}

/**
 * Returns the secret keys that sign challenges. They are derived from a stored key, which is created with the first
 * challenge of the site.
 */
async function secrets(db: Db) {
  const key = await saveSetting(db, 'proofKey', () => randomBytes(32).toString('base64url'))
  return { hmacSignatureSecret: `challenge ${key}`, hmacKeySignatureSecret: `solution ${key}` }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
