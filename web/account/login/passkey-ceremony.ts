import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { Failure } from '#shared/api/failure.ts'
import type { LoggedIn } from '#shared/api/account/user.ts'
import { api } from '#web/frame/session/session.ts'

/** Creates a passkey on this device and stores it on the server under the given name. */
export async function createPasskey(name: string) {
  const options = (await api.passkey.newChallenge()) as unknown as PublicKeyCredentialCreationOptionsJSON
  const { id, response } = await startRegistration({ optionsJSON: options }).catch(explain)
  const { clientDataJSON, attestationObject, transports = [] } = response
  await api.passkey.add({ credentialId: id, clientDataJSON, attestationObject, transports: [...transports], name })
}

/** Logs in with the passkey that the user picks. */
export async function logInWithPasskey(): Promise<LoggedIn> {
  const options = (await api.passkey.loginChallenge()) as unknown as PublicKeyCredentialRequestOptionsJSON
  const { id, response } = await startAuthentication({ optionsJSON: options }).catch(explain)
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return api.passkey.login({
    credentialId: id,
    clientDataJSON,
    authenticatorData,
    signature,
    ...(userHandle && { userHandle }),
  })
}

/** Throws a `Failure` with a message for the user. The errors of WebAuthn are vague to protect the privacy of users. */
function explain(error: unknown): never {
  const { name } = error as Error
  if (name === 'InvalidStateError') throw new Failure('conflict', '这台设备已经有这个账号的通行密钥了')
  if (name === 'NotAllowedError' || name === 'AbortError')
    throw new Failure('conflict', '没有用上通行密钥：你取消了，或等得太久，或这台设备上没有。请再试一次，或换一种方式')
  throw new Failure('unavailable', '这个浏览器在这里用不了通行密钥，请换一种方式')
}
