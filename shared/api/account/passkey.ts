import * as z from 'zod/mini'
import { endpoint } from '#shared/api/endpoint.ts'
import { Id, name, Time } from '#shared/api/text.ts'
import { LoggedIn } from './user.ts'

export const Passkey = z.strictObject({
  id: Id,
  name: z.string(),
  /** Kept with an account of its own, and so there on several devices. */
  isSynced: z.boolean(),
  createdAt: Time,
  lastUsedAt: z.nullable(Time),
})
export type Passkey = z.infer<typeof Passkey>

/** Bytes in base64url, as authenticators speak. */
const bytes = (max: number) =>
  z.string().check(z.maxLength(max, '太长了'), z.regex(/^[\w-]+$/, '通行密钥的回答格式不对'))
const PasskeyName = name(40)

/** What a browser is asked for, after WebAuthn’s own JSON forms. */
const Options = z.looseObject({ challenge: z.string() })

/** What an authenticator says of a new passkey. */
export const NewPasskey = z.object({
  credentialId: bytes(1400),
  clientDataJSON: bytes(4000),
  attestationObject: bytes(16_000),
  transports: z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/, '格式不对'))).check(z.maxLength(8, '太多了')),
  name: PasskeyName,
})
export type NewPasskey = z.infer<typeof NewPasskey>

/** What an authenticator says to show that it has a passkey. */
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
    summary: 'One’s own passkeys, the oldest first',
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
    freshOnly: true,
    summary: 'What a browser needs to make a passkey; good for five minutes and one try',
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
    summary: 'Keep a passkey an authenticator has made',
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
    summary: 'Give one of one’s own passkeys another name',
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
    summary: 'Take one of one’s own passkeys off',
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
    summary: 'What a browser needs to log in with a passkey; good for five minutes and one try',
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
