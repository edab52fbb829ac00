import type { Site } from '#shared/api/site.ts'
import { mailPage, mailText } from './mail-page.ts'
import type { Mail } from './send-mail.ts'

const changes = {
  emailChanged: ['你的账号换了邮箱', '换了邮箱，这个邮箱不再能用来登录'],
  emailUnbound: ['你的账号解绑了邮箱', '解绑了邮箱，这个邮箱不再能用来登录'],
  phoneAdded: ['你的账号绑定了手机号', '绑定了手机号，可以用它收验证码登录'],
  phoneChanged: ['你的账号换了手机号', '换了手机号，原来的手机号不再能用来登录'],
  phoneUnbound: ['你的账号解绑了手机号', '解绑了手机号，它不再能用来登录'],
  passwordChanged: ['你的账号改了密码', '改了密码，其他设备上的登录都已退出'],
  passkeyAdded: ['你的账号添加了通行密钥', '添加了一把通行密钥，拿着它的人可以不用密码登录'],
  syncKeyCreated: ['你的账号有了新的阅读器密钥', '生成了电子阅读器用的密钥，原来的不再能用'],
  secondStepOff: ['你的账号关闭了两步验证', '关闭了两步验证，登录时不再要验证器上的数字'],
} as const
export type AccountChange = keyof typeof changes

/**
 * Returns the mail that tells a user that their account was changed. It goes to the present or the former email
 * address, so that the user notices a change by somebody else.
 */
export function accountMail(site: Site, to: string, change: AccountChange): Mail {
  const [heading, what] = changes[change]
  const first = `你在${site.name}的账号刚刚${what}。`
  const warning =
    '如果不是你本人做的，请马上用验证码登录、重设密码，并在「设置」里查看绑定的手机号和邮箱、移除不认识的通行密钥；登录不了就联系站长。'
  return {
    to,
    subject: `${heading} · ${site.name}`,
    text: `${first}\n${warning}\n\n${site.name} · ${site.tagline}\n${site.publicUrl}`,
    html: mailPage(site, { preview: first, heading, rows: [mailText(first), mailText(warning, 'quiet')] }),
  }
}
