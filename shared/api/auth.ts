import * as z from 'zod/mini'
import { Account, Code, CodePurpose } from './account.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './text.ts'
import { UploadPermit } from './upload.ts'
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
    summary: 'Send a six-digit code to an account, known or not',
    input: z.strictObject({ account: Account, purpose: CodePurpose }),
    output: z.strictObject({ resendAfter: z.int(), expiresIn: z.int() }),
    callsPerMinute: 20,
  }),
  codeLogin: endpoint({
    method: 'POST',
    path: '/auth/codeLogin',
    access: 'anyone',
    summary: 'Log in with a code sent for `login`; an unknown account is created',
    input: z.strictObject({ account: Account, code: Code }),
    output: LoggedIn,
    callsPerMinute: 30,
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    summary: 'Log in with a password',
    input: z.strictObject({
      account: Account,
      password: z.string({ error: '请填写密码' }).check(z.minLength(1, '请填写密码'), z.maxLength(256, '密码太长了')),
    }),
    output: LoggedIn,
    callsPerMinute: 30,
  }),
  loginStatus: endpoint({
    method: 'GET',
    path: '/auth/loginStatus',
    access: 'anyone',
    summary: 'Who the token belongs to; without an id when nobody is logged in',
    input: z.strictObject({}),
    output: LoginStatus,
  }),
  cosSign: endpoint({
    method: 'GET',
    path: '/auth/cosSign',
    access: 'reader',
    summary: 'Temporary credentials for putting a picture into the object store, under one’s own keys only',
    input: z.strictObject({ kind: z._default(z.enum(['avatar', 'cover'], '只能上传头像或封面'), 'avatar') }),
    output: UploadPermit,
    callsPerMinute: 20,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    access: 'anyone',
    summary: 'End the session of the token',
    input: z.strictObject({}),
    output: z.null(),
  }),
}
