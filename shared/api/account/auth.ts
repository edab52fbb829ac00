import * as z from 'zod/mini'
import { Account, Code, CodePurpose, Password, Ticket, TicketPurpose, TriedPassword } from './account.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { Proof } from '#shared/api/proof.ts'
import { Id } from '#shared/api/text.ts'
import { UploadPermit } from '#shared/api/upload.ts'
import { LoggedIn } from './user.ts'

/** An item the user rated. */
export const Rated = z.strictObject({ itemType: z.enum(['book', 'video']), itemId: Id, score: z.int() })
export type Rated = z.infer<typeof Rated>

/** Who is logged in; every field is absent when nobody is. */
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
    summary: 'Send a six-digit code to an account, known or not; where many are asked for, with a `proof` of work',
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
    input: z.object({ account: Account, code: Code }),
    output: LoggedIn,
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    effect: 'write',
    timeout: 15,
    rate: 30,
    summary: 'Log in with a password; from an address with many wrong ones, with a `proof` of work',
    input: z.object({ account: Account, password: TriedPassword, proof: z.optional(Proof) }),
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
      'Exchange a code for a ticket that is good once, for ten minutes, to reset a password or to bind the account',
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
    summary: 'Who the token belongs to; without an id when nobody is logged in',
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
    summary: 'Temporary credentials for putting a picture into the object store, under one’s own keys only',
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
