import { fail } from '#shared/api/failure.ts'
import type { PasskeyAnswer } from '#shared/api/account/passkey.ts'
import type { Site } from '#shared/api/site.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { findCredential } from './passkey-queries.ts'
import { recordPasskeyUse, storeChallenge, consumeChallenge } from './write-passkeys.ts'
import { loadWebAuthn, webAuthnFailure, relyingParty } from './web-authn.ts'

const wrong = '这把通行密钥没有通过验证，请再试一次，或用密码、验证码登录'

/**
 * Returns the WebAuthn options for a login with any passkey of this site, and stores their challenge. The options do
 * not contain the account, because the passkey identifies it.
 */
export async function createLoginOptions(db: Db, site: Site) {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({ rpID: relyingParty(site).id, userVerification: 'preferred' })
  await storeChallenge(db, options.challenge, null)
  return { ...options }
}

/**
 * Verifies the browser's answer to a passkey login and returns the owner of the passkey. `isVerified` tells whether the
 * authenticator verified the user, for example by fingerprint. Fails as `invalid` when the answer is wrong.
 */
export async function verifyPasskey(
  db: Db,
  site: Site,
  answer: PasskeyAnswer,
): Promise<{ userId: string; isVerified: boolean }> {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const passkey =
    (await findCredential(db, answer.credentialId)) ?? fail('invalid', '这把通行密钥不在这里了，请用密码或验证码登录')
  const { credentialId, clientDataJSON, authenticatorData, signature, userHandle } = answer
  if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== passkey.userId)
    fail('invalid', wrong)
  const { id, origin } = relyingParty(site)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: (challenge) => consumeChallenge(db, challenge, null),
    expectedOrigin: origin,
    expectedRPID: id,
    credential: { id: credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    requireUserVerification: false,
  }).catch((error: unknown) => {
    throw webAuthnFailure(error, wrong)
  })
  if (!verified || !(await recordPasskeyUse(db, passkey.id, authenticationInfo.newCounter))) fail('invalid', wrong)
  return { userId: passkey.userId, isVerified: authenticationInfo.userVerified }
}
