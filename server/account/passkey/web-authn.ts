import { Failure } from '#shared/api/failure.ts'
import type { Site } from '#shared/api/site.ts'

/** Loads the WebAuthn library on first use: it reads the certificates of all manufacturers and needs much memory. */
export function loadWebAuthn() {
  return import('@simplewebauthn/server')
}

/** Returns the site as the relying party of WebAuthn: the host name and the origin of the site's public URL. */
export function relyingParty({ publicUrl }: Site): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** The COSE numbers of EdDSA, ES256 and RS256, the signature algorithms with which passkeys may be created. */
export const algorithms = [-8, -7, -257]

/**
 * Converts an error of the WebAuthn library, which means that the browser's answer is wrong, to a failure `invalid`.
 * Errors with a code come from the database and are returned unchanged.
 */
export function webAuthnFailure(error: unknown, message: string): unknown {
  return error instanceof Error && !('code' in error) ? new Failure('invalid', message, null, { cause: error }) : error
}
