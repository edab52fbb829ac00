import * as z from 'zod/mini'
import { findCode } from '#shared/find-code.ts'
import { foldAccount, isPhone, guessAccountKind } from '#shared/fold-account.ts'
import { name, text, withoutStackedMarks } from '#shared/api/text.ts'

const wrongEmail = '邮箱的样子不对，例如 name@example.com'
const wrongPhone = '手机号的样子不对，例如 13800138000；国外的号码请写上 + 和国家代码'
const wrongAccount = '请填写邮箱或手机号，例如 name@example.com 或 13800138000'

/**
 * The name of a login account: an email address in lower case, or a phone number in E.164 format. Numbers without a
 * country code are read as mainland Chinese numbers.
 */
export const Account = z.pipe(
  z.pipe(
    withoutStackedMarks(z.string({ error: '请填写邮箱或手机号' }).check(z.meta({ maxLength: 254 }))),
    z.transform(foldAccount),
  ),
  z.string().check(
    z.minLength(1, { error: '请填写邮箱或手机号', abort: true }),
    z.maxLength(254, { error: '邮箱或手机号太长了', abort: true }),
    z.refine(isEmail, {
      error: wrongEmail,
      abort: true,
      when: ({ value }) => guessAccountKind(String(value)) === 'email',
    }),
    z.refine(isPhone, {
      error: wrongPhone,
      abort: true,
      when: ({ value }) => guessAccountKind(String(value)) === 'phone',
    }),
    z.refine((value) => guessAccountKind(value) !== 'unclear', { error: wrongAccount }),
  ),
)

export const AccountKind = z.enum(['email', 'phone'], { error: '须为 email 或 phone' })
export type AccountKind = z.infer<typeof AccountKind>

/** Returns whether a valid account name is an email address or a phone number. */
export function accountKindOf(account: string): AccountKind {
  return account.includes('@') ? 'email' : 'phone'
}

/** Returns whether a text is an email address; its domain may end in an internationalized one, such as `xn--fiqs8s`. */
function isEmail(value: string) {
  const [local, domain = '', ...rest] = value.split('@')
  const isDomain = /^(?:(?!-)[a-z\d-]{1,63}(?<!-)\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/.test(domain)
  return isDomain && rest.length === 0 && z.safeParse(z.email(), `${local}@example.com`).success
}

/**
 * A new password of 8 to 64 characters. Only the server checks whether the password is on the list of common passwords.
 */
export const Password = z.string({ error: '请填写密码' }).check(
  z.refine((value) => [...value].length >= 8, { error: '密码至少 8 位', abort: true }),
  z.refine((value) => [...value].length <= 64, { error: '密码最多 64 位' }),
  z.meta({ minLength: 8, maxLength: 64 }),
)

/**
 * A password entered to log in. It accepts any length up to 256, so that a password that breaks today's rules is
 * reported as wrong, not as malformed.
 */
export const EnteredPassword = z
  .string({ error: '请填写密码' })
  .check(z.minLength(1, '请填写密码'), z.maxLength(256, '密码太长了'))

/** A six-digit code, or a pasted message that contains it. */
export const Code = z.pipe(
  z.pipe(
    z.string({ error: '请填写验证码' }).check(z.maxLength(400, { error: '验证码是 6 位数字', abort: true })),
    z.transform((value: string) => findCode(value) ?? ''),
  ),
  z.string().check(z.regex(/^\d{6}$/, '验证码是 6 位数字')),
)

export const CodePurpose = z.enum(['login', 'register', 'reset', 'bind', 'confirm', 'delete'], {
  error: '没有这种用途',
})
export type CodePurpose = z.infer<typeof CodePurpose>

/**
 * The actions that a user must confirm with a verification code. The code is exchanged for a ticket, a single-use
 * token.
 */
export const TicketPurpose = z.enum(['reset', 'bind'], { error: '没有这种用途' })
export type TicketPurpose = z.infer<typeof TicketPurpose>

/** A single-use token that proves that the caller entered a valid verification code shortly before. */
export const Ticket = z.string({ error: '请先用验证码确认' }).check(z.regex(/^[\w-]{43}$/, '请先用验证码确认'))

/** The display name of a user. The server also refuses names that could pass for site staff. */
export const UserName = name(20)

export const Bio = text(0, 200)
