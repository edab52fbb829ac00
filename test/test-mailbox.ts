import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'

export interface TestMailbox {
  url: string
  mails: Email[]
  /** Returns the six-digit verification code of the latest mail to an email address. */
  codeFor(address: string): string
  /** Waits for a mail with a matching subject to an email address. */
  received(address: string, subject: RegExp): Promise<void>
  close(): Promise<void>
}

/** Starts an SMTP server that stores every mail it receives. */
export async function openTestMailbox(): Promise<TestMailbox> {
  const mails: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => (mails.push(mail), done()), done)
      })
    },
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    codeFor: (address) => {
      const theirs = mails.filter(({ to }) => to?.some((one) => one.address === address))
      const codes = theirs.flatMap(({ subject = '' }) => /\d{6}/.exec(subject)?.[0] ?? [])
      return codes.at(-1) ?? ''
    },
    async received(address, subject) {
      const isIt = ({ to, subject: text = '' }: Email) => to?.[0]?.address === address && subject.test(text)
      while (!mails.some(isIt)) await new Promise(setImmediate)
    },
    close: () => new Promise((closed) => server.close(closed)),
  }
}
