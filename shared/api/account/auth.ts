import * as z from 'zod/mini'
import { Account, Code, CodePurpose, Password, Ticket, TicketPurpose, EnteredPassword } from './account.ts'
import { described } from '#shared/api/described.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { Proof } from '#shared/api/proof.ts'
import { Id } from '#shared/api/text.ts'
import { UploadPermit } from '#shared/api/upload.ts'
import { LoggedIn, NewIsPublic } from './user.ts'

/** A book or video that the user rated, with the score. */
export const Rated = z.strictObject({ itemType: z.enum(['book', 'video']), itemId: Id, score: z.int() })
export type Rated = z.infer<typeof Rated>

/** The logged-in user. Every field is absent when the visitor is not logged in. */
export const LoginStatus = z.strictObject({
  id: z.optional(Id),
  name: z.optional(z.string()),
  email: z.optional(z.nullable(z.string())),
  phoneNumber: z.optional(z.nullable(z.string())),
  rated: z.optional(z.array(Rated)),
})
export type LoginStatus = z.infer<typeof LoginStatus>

export const auth = {
  sendCode: endpoint({
    method: 'POST',
    path: '/auth/code',
    access: 'anyone',
    effect: 'write',
    timeout: 30,
    rate: 20,
    summary:
      'Send a six-digit code to an account, whether or not the account exists; a `proof` of work is required after many requests',
    input: z.object({ account: Account, purpose: CodePurpose, proof: z.optional(Proof) }),
    output: z.strictObject({ resendAfter: z.int(), expiresIn: z.int() }),
  }),
  codeLogin: endpoint({
    method: 'POST',
    path: '/auth/codeLogin',
    access: 'anyone',
    effect: 'write',
    timeout: 15,
    rate: 30,
    summary: 'Log in with a code sent for `login`; an unknown account is created',
    input: z.object({
      account: Account,
      code: Code,
      mayRegister: described(
        'Whether an unknown account is created. If not, the call fails as `missing` for it, and the code stays valid.',
        z._default(z.boolean({ error: '须为 true 或 false' }), true),
      ),
      isPublic: NewIsPublic,
    }),
    output: LoggedIn,
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    effect: 'write',
    timeout: 15,
    rate: 30,
    summary: 'Log in with a password; a `proof` of work is required after many wrong passwords from one address',
    input: z.object({ account: Account, password: EnteredPassword, proof: z.optional(Proof) }),
    output: LoggedIn,
  }),
  verifyCode: endpoint({
    method: 'POST',
    path: '/auth/verifyCode',
    access: 'anyone',
    effect: 'write',
    timeout: 15,
    rate: 30,
    summary:
      'Exchange a code for a single-use ticket, valid for ten minutes, to reset a password or to bind the account',
    input: z.object({ account: Account, code: Code, purpose: TicketPurpose }),
    output: z.strictObject({ ticket: z.string(), expiresIn: z.int() }),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/resetPassword',
    access: 'anyone',
    effect: 'write',
    timeout: 15,
    rate: 20,
    summary: 'Set a new password with a ticket for `reset`, end all sessions and log in',
    input: z.object({ ticket: Ticket, password: Password }),
    output: LoggedIn,
  }),
  loginStatus: endpoint({
    method: 'GET',
    path: '/auth/loginStatus',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Get the user whom the token belongs to; the answer has no id when nobody is logged in',
    input: z.object({}),
    output: LoginStatus,
  }),
  cosSign: endpoint({
    method: 'GET',
    path: '/auth/cosSign',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: 20,
    summary: 'Get temporary credentials for uploading one picture to the object store, under a key of the user only',
    input: z.object({ kind: z._default(z.enum(['avatar', 'cover'], '只能上传头像或封面'), 'avatar') }),
    output: UploadPermit,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    access: 'anyone',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'End the session of the token',
    input: z.object({}),
    output: z.null(),
  }),
}
