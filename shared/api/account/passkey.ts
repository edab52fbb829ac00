import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { Id, name, Time } from '#shared/api/text.ts'
import { LoggedIn } from './user.ts'

export const Passkey = z.strictObject({
  id: Id,
  name: z.string(),
  isSynced: described('Whether the passkey is synced between devices by a password manager.', z.boolean()),
  createdAt: Time,
  lastUsedAt: z.nullable(Time),
})
export type Passkey = z.infer<typeof Passkey>

/** Binary data of an authenticator, encoded as base64url. */
const bytes = (max: number) =>
  z.string().check(z.maxLength(max, '太长了'), z.regex(/^[\w-]+$/, '通行密钥的回答格式不对'))
const PasskeyName = name(40)

/** Options that the browser passes to the WebAuthn API, in the JSON format of WebAuthn. */
const Options = z.looseObject({ challenge: z.string() })

/** The answer of an authenticator that has created a passkey. */
export const NewPasskey = z.object({
  credentialId: bytes(1400),
  clientDataJSON: bytes(4000),
  attestationObject: bytes(16_000),
  transports: z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/, '格式不对'))).check(z.maxLength(8, '太多了')),
  name: PasskeyName,
})
export type NewPasskey = z.infer<typeof NewPasskey>

/** The answer of an authenticator that proves possession of a passkey. */
export const PasskeyAnswer = z.object({
  credentialId: bytes(1400),
  clientDataJSON: bytes(4000),
  authenticatorData: bytes(4000),
  signature: bytes(2000),
  userHandle: z.optional(bytes(100)),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

export const passkey = {
  list: endpoint({
    method: 'GET',
    path: '/user/passkey/list',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List the user’s passkeys, the oldest first',
    input: z.object({}),
    output: z.strictObject({ list: z.array(Passkey) }),
  }),
  newChallenge: endpoint({
    method: 'POST',
    path: '/user/passkey/challenge',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: 20,
    requiresConfirmation: true,
    summary: 'Get the options with which a browser creates a passkey; valid for five minutes and one attempt',
    input: z.object({}),
    output: Options,
  }),
  add: endpoint({
    method: 'POST',
    path: '/user/passkey',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: 20,
    summary: 'Store a passkey that an authenticator has created',
    input: NewPasskey,
    output: Passkey,
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/user/passkey/{id}',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Rename a passkey of the user',
    input: z.object({ id: Id, name: PasskeyName }),
    output: z.null(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/passkey',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    openToSuspended: true,
    summary: 'Delete a passkey of the user',
    input: z.object({ id: Id }),
    output: z.null(),
  }),
  loginChallenge: endpoint({
    method: 'POST',
    path: '/auth/passkey/challenge',
    access: 'anyone',
    effect: 'write',
    timeout: 15,
    rate: 30,
    summary: 'Get the options with which a browser logs in with a passkey; valid for five minutes and one attempt',
    input: z.object({}),
    output: Options,
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/passkey',
    access: 'anyone',
    effect: 'write',
    timeout: 15,
    rate: 30,
    summary: 'Log in with a passkey',
    input: PasskeyAnswer,
    output: LoggedIn,
  }),
}
