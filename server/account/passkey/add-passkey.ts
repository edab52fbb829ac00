import { v7 as newId } from 'uuid'
import { fail } from '#shared/api/failure.ts'
import type { NewPasskey, Passkey } from '#shared/api/account/passkey.ts'
import type { Site } from '#shared/api/site.ts'
import type { User } from '#shared/api/account/user.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { postMessage } from '#server/account/message/post-message.ts'
import { listCredentials } from './passkey-queries.ts'
import { insertPasskey, storeChallenge, consumeChallenge } from './write-passkeys.ts'
import { algorithms, loadWebAuthn, webAuthnFailure, relyingParty } from './web-authn.ts'

const maxPasskeys = 20
const wrong = '这把通行密钥没有通过检查，请再添加一次'

/**
 * Returns the WebAuthn options with which the user's browser creates a passkey, and stores their challenge. Fails as
 * `conflict` when the user has the maximum number of passkeys.
 */
export async function createRegistrationOptions(db: Db, site: Site, { id, name, email, phoneNumber }: User) {
  const { generateRegistrationOptions } = await loadWebAuthn()
  const known = await listCredentials(db, id)
  if (known.length >= maxPasskeys) fail('conflict', `最多 ${maxPasskeys} 把通行密钥，请先移除不用的`)
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: relyingParty(site).id,
    userID: new TextEncoder().encode(id),
    userName: email ?? phoneNumber ?? name,
    userDisplayName: name,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  })
  await storeChallenge(db, options.challenge, id)
  return { ...options }
}

/**
 * Verifies the browser's answer with which a passkey is created, stores the passkey and posts a system message to the
 * user. Fails as `invalid` when the answer is wrong and as `conflict` when the passkey is registered already.
 */
export async function addPasskey(db: Db, site: Site, userId: string, answer: NewPasskey): Promise<Passkey> {
  const { credential, isSynced } = await verify(db, site, userId, answer)
  return db.transaction().execute(async (db) => {
    const values = { id: newId(), userId, transports: answer.transports, isSynced, name: answer.name }
    const added = await insertPasskey(db, {
      ...values,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
    })
    const excerpt = `你的账号添加了通行密钥「${answer.name}」。如果不是你添加的，请到「设置」里移除它，并换一个密码。`
    await postMessage(db, { userId, kind: 'system', actorId: null, itemType: null, itemId: null, excerpt })
    return added ?? fail('conflict', '这把通行密钥已经登记过了')
  })
}

async function verify(db: Db, site: Site, userId: string, answer: NewPasskey) {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { id, origin } = relyingParty(site)
  const { credentialId, clientDataJSON, attestationObject, transports } = answer
  const verified = await verifyRegistrationResponse({
    response: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject, transports },
    },
    expectedChallenge: (challenge) => consumeChallenge(db, challenge, userId),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch((error: unknown) => {
    throw webAuthnFailure(error, wrong)
  })
  if (!verified.verified) fail('invalid', wrong)
  const { credential, credentialBackedUp } = verified.registrationInfo
  return { credential, isSynced: credentialBackedUp }
}
