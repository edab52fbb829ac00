import type { CodePurpose } from '#shared/api/account/account.ts'
import type { Site } from '#shared/api/site.ts'
import { mailCode, mailPage, mailText } from './mail-page.ts'
import type { Mail } from './send-mail.ts'

const acts: Record<CodePurpose, string> = {
  login: '登录',
  register: '注册',
  reset: '重设密码',
  bind: '绑定邮箱',
  confirm: '确认身份',
  delete: '注销账号',
}

/** Returns the mail with a verification code. Its text does not reveal whether the email address has an account. */
export function codeMail({ name, ...site }: Site, to: string, purpose: CodePurpose, code: string): Mail {
  const act = acts[purpose]
  const heading = `${act}验证码`
  const first = `你正在${name}${act}，验证码是：`
  const second = '10 分钟内有效，只能用一次。'
  const warning = `如果不是你本人在操作，不用理会这封邮件，也不要把验证码告诉任何人——${name}不会向你索要它。`
  return {
    to,
    subject: `${code} 是你的${act}验证码 · ${name}`,
    text: `${first}${code}\n${second}\n\n${warning}\n\n${name} · ${site.tagline}\n${site.publicUrl}`,
    html: mailPage(
      { name, ...site },
      {
        preview: `${code}，${second}`,
        heading,
        rows: [mailText(first), mailCode(code), mailText(second), mailText(warning, 'quiet')],
      },
    ),
  }
}
