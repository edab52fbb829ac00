import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from '#shared/api/proof.ts'

type Solvable = Parameters<typeof solveChallenge>[0]['challenge']

/** Solves a proof-of-work challenge and returns the `proof` that the page sends with its call. */
export async function solveProof(challenge: Challenge | undefined): Promise<string> {
  if (challenge === undefined) throw new Error('there is no challenge to solve')
  return toProof(challenge, await solveChallenge({ challenge: challenge as Solvable, deriveKey }))
}

export function toProof(challenge: unknown, solution: unknown): string {
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
