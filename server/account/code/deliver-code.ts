import { accountKindOf, type CodePurpose } from '#shared/api/account/account.ts'
import { fail } from '#shared/api/failure.ts'
import type { Context } from '#server/http/call/context.ts'
import { codeMail } from '#server/platform/mail/code-mail.ts'

/**
 * Fails as `invalid` when the site cannot send verification codes to an email address or phone number, for example in a
 * country it does not serve.
 */
export function requireReachable({ sms }: Context, account: string) {
  if (accountKindOf(account) === 'email' || sms?.reaches(account)) return
  const problem =
    sms === null ? '这个站点还不能给手机发验证码，请用邮箱' : '这个站点不给这个国家或地区的手机发短信，请用邮箱'
  fail('invalid', problem, { fields: { account: problem } })
}

/** Sends a verification code to an email address or phone number. */
export async function deliverCode(
  { site, sendMail, sms }: Context,
  account: string,
  purpose: CodePurpose,
  code: string,
) {
  if (accountKindOf(account) === 'email') await sendMail(codeMail(site, account, purpose, code))
  else await sms?.sendCode(account, code)
}
