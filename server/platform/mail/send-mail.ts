import type { Transporter } from 'nodemailer'
import { fail } from '#shared/api/failure.ts'
import { logoId, logoImage } from './mail-page.ts'

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

/** How to reach the mail server. */
interface MailServer {
  smtpUrl: string
  /**
   * The certificate of the mail server, or of the authority that issued it, as PEM; null if it is one that everybody
   * trusts.
   */
  smtpCertificate?: string | null
}

interface MailSettings extends Pick<MailServer, 'smtpCertificate'> {
  smtpUrl?: string | undefined
  from: string
  /** Draws the logo of the site as PNG; mails have none if this is left out. */
  logo?: () => Promise<Buffer>
  log: MailLog
}

/** Opens a connection to a mail server; `timeoutMs` limits each wait for an answer. */
export async function openMailServer({ smtpUrl, smtpCertificate }: MailServer, timeoutMs: number) {
  // The SMTP library is loaded when the first mail is sent, because a site without mails does not need it.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    ...(smtpCertificate && { tls: { ca: smtpCertificate } }),
  })
}

/**
 * Creates the function that sends mails by SMTP. Without a mail server it writes them to the log, where the operator of
 * a new site finds them.
 */
export function createSendMail({ smtpUrl, smtpCertificate, from, logo, log }: MailSettings): SendMail {
  if (smtpUrl === undefined) {
    return async ({ to, text }) => log.info({ to }, `没有设置 SMTP_URL，邮件写在这里：${text}`)
  }
  let opening: Promise<Transporter> | undefined
  const open = () => openMailServer({ smtpUrl, smtpCertificate: smtpCertificate ?? null }, 8000)
  const again = (error: unknown): never => {
    opening = undefined
    throw error
  }
  const withLogo = async (html: string) => {
    // If the logo cannot be drawn, the mail is sent without it.
    const content = await logo?.().catch((error: unknown) => log.error({ err: error }, 'logo of the mails not drawn'))
    if (!content) return { html: html.replace(logoImage, '') }
    const part = { content, cid: logoId, filename: 'logo.png', contentDisposition: 'inline' as const }
    return { html, attachments: [part] }
  }
  return async (mail) => {
    try {
      const transport = await (opening ??= open().catch(again))
      await transport.sendMail({ ...mail, ...(await withLogo(mail.html)), from })
    } catch (error) {
      log.error({ err: error, to: mail.to }, 'mail not sent')
      fail('unavailable', '邮件没有发出去，请稍后再试')
    }
  }
}
