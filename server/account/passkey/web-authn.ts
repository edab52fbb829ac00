import { Failure } from '#shared/api/failure.ts'
import type { Site } from '#shared/api/site.ts'

/** Loaded by the first who uses a passkey: it reads certificates of all makers, and takes room for it. */
export function loadWebAuthn() {
  return import('@simplewebauthn/server')
}

/** Whom authenticators make passkeys for: this site at its own address. */
export function relyingParty({ publicUrl }: Site): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** EdDSA, ES256 and RS256 in COSE’s numbers: what authenticators have. */
export const algorithms = [-8, -7, -257]

/** What the library throws is about the answer it was given; what comes with a code, from the database. */
export function refusal(error: unknown, message: string): unknown {
  return error instanceof Error && !('code' in error) ? new Failure('invalid', message, null, { cause: error }) : error
}
