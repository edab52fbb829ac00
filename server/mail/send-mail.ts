import type { Transporter } from 'nodemailer'
import { fail } from '#shared/api/failure.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}
/** Sends a mail. Resolves when the mail server has accepted it; fails as `unavailable` when it has not. */
export type SendMail = (mail: Mail) => Promise<void>

interface MailLog {
  info(facts: object, message: string): void
  error(facts: object, message: string): void
}

/**
 * Creates the function that sends mails by SMTP. Without a mail server it writes them to the log, where the operator of
 * a new site finds them.
 */
export function createSendMail({
  smtpUrl,
  from,
  log,
}: {
  smtpUrl?: string | undefined
  from: string
  log: MailLog
}): SendMail {
  if (smtpUrl === undefined) {
    return async ({ to, text }) => log.info({ to }, `没有设置 SMTP_URL，邮件写在这里：${text}`)
  }
  const timeouts = { connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 8000 }
  // The SMTP library is loaded with the first mail.
  let opening: Promise<Transporter> | undefined
  const open = async () => (await import('nodemailer')).createTransport({ url: smtpUrl, ...timeouts })
  const again = (error: unknown): never => {
    opening = undefined
    throw error
  }
  return async (mail) => {
    try {
      const transport = await (opening ??= open().catch(again))
      await transport.sendMail({ ...mail, from })
    } catch (error) {
      log.error({ err: error, to: mail.to }, 'mail not sent')
      fail('unavailable', '邮件没有发出去，请稍后再试')
    }
  }
}
