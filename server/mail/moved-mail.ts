import type { Site } from '#shared/api/site.ts'
import { mailPage, mailText } from './mail-page.ts'
import type { Mail } from './send-mail.ts'

/** To an address that no longer belongs to the account, so that nobody loses one without hearing of it. */
export function movedMail(site: Site, to: string): Mail {
  const heading = '你的账号换了邮箱'
  const first = `你在${site.name}的账号刚刚换了邮箱，这个邮箱不再能用来登录。`
  const warning = '如果不是你本人换的，请马上用绑定的手机号登录、修改密码，或联系站长。'
  return {
    to,
    subject: `${heading} · ${site.name}`,
    text: `${first}\n${warning}\n\n${site.name} · ${site.tagline}\n${site.publicUrl}`,
    html: mailPage(site, { preview: first, heading, rows: [mailText(first), mailText(warning, 'quiet')] }),
  }
}
