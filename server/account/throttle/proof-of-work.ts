import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { Challenge } from '#shared/api/proof.ts'
import type { Db } from '#server/db/schema.ts'
import { saveSetting } from '#server/setting/setting-queries.ts'

/**
 * At the first level the work takes half a second of a desktop machine's time and some two of a phone's, and each level doubles it.
 * Making and checking a challenge costs the server a thousandth of the first level, whatever the level.
 */
const cost = 2000
const tries = { least: 300, most: 700 }
const lifetimeSeconds = 600
export const maxProofLevel = 4

const Payload = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string(), time: z.optional(z.number()) }),
})

type SignedChallenge = Parameters<typeof verifySolution>[0]['challenge'] & { signature: string }

/** Makes work for the caller's machine, signed by the site. */
export async function newChallenge(db: Db, level: number): Promise<Challenge> {
  const times = 2 ** (level - 1)
  const { parameters, signature = '' } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(tries.most * times, tries.least * times),
    deriveKey,
    data: { level },
    expiresAt: Math.floor(Date.now() / 1000) + lifetimeSeconds,
    ...(await secrets(db)),
  })
  return Challenge.parse({ parameters, signature })
}

/**
 * Consumes a proof and tells whether it is good: a challenge of this site, fresh, solved, and not used before with any process.
 * A proof one level below the one asked for is good too, because the level may rise while a reader's machine works.
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

/** Reads the key that signs challenges; the first challenge of the site makes it. */
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
