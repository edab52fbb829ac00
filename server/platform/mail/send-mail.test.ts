import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { checkMailServer } from '#server/start/doctor/check-services.ts'
import { createSendMail } from './send-mail.ts'

// The certificate names localhost and is signed with its own key; it is valid until 2126 and used by this test only.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgEJNvJIuk8qeqHqM2
yIwDRNAulb16jNA2+9sJqDmszzyhRANCAARHzEbFmmioGDC64IRtUkpdmofNQM49
ZyFJLAaVPtYwPmA6q28Kx1I+Q0nFEx9iKU3XaiS3OmZmwE9Y/97oNNfh
-----END PRIVATE KEY-----`
const certificate = `-----BEGIN CERTIFICATE-----
MIIBsTCCAVegAwIBAgIUCQIKzRNCGypP9/CRn5IpPuZvcfswCgYIKoZIzj0EAwIw
HzEdMBsGA1UEAwwUbWFpbCBvZiB0aGUgb3BlcmF0b3IwIBcNMjYxMTI2MTU1MDE0
WhgPMjEyNjExMDIxNTUwMTRaMB8xHTAbBgNVBAMMFG1haWwgb2YgdGhlIG9wZXJh
dG9yMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAER8xGxZpoqBgwuuCEbVJKXZqH
zUDOPWchSSwGlT7WMD5gOqtvCsdSPkNJxRMfYilN12oktzpmZsBPWP/e6DTX4aNv
MG0wHQYDVR0OBBYEFKz6ckMgoF7Lj07G4jCiLLcqKuj6MB8GA1UdIwQYMBaAFKz6
ckMgoF7Lj07G4jCiLLcqKuj6MA8GA1UdEwEB/wQFMAMBAf8wGgYDVR0RBBMwEYIJ
bG9jYWxob3N0hwR/AAABMAoGCCqGSM49BAMCA0gAMEUCIQDQq5Sm6nyINbPxNukI
VsXhMoX12JdEJIdUjJ6XCsD8IgIgBV/IAIElGkbeXuoAQ7hN2dFOQWTfF9ofeTez
d1sUeiQ=
-----END CERTIFICATE-----`

const log = pino({ level: 'silent' })
const mail = { to: 'reader@example.com', subject: '你好', text: '你好', html: '<p>你好</p>' }

test('a mail server with a certificate of its own is trusted only with SMTP_CERTIFICATE', async (t) => {
  const received: string[] = []
  const server = new SMTPServer({
    key,
    cert: certificate,
    authOptional: true,
    onData: (stream, _, done) => {
      let text = ''
      stream.on('data', (part: Buffer) => (text += part.toString()))
      stream.on('end', () => (received.push(text), done()))
    },
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  t.after(() => new Promise<void>((closed) => server.close(closed)))
  // The server offers STARTTLS, after which the client checks the certificate.
  const smtpUrl = `smtp://localhost:${(server.server.address() as AddressInfo).port}`
  const from = '知图 <noreply@example.com>'
  await assert.rejects(createSendMail({ smtpUrl, from, log })(mail), /邮件没有发出去/)
  await createSendMail({ smtpUrl, smtpCertificate: certificate, from, log })(mail)
  assert.match(received.join(''), /^From: =\?UTF-8\?[BQ]\?[^?]+\?= <noreply@example\.com>\r$/m)
  assert.equal(received.length, 1)
  const levelOf = async (smtpCertificate: string | null) =>
    (await checkMailServer({ smtpUrl, smtpCertificate, mailFrom: from }))[0]?.level
  assert.deepEqual([await levelOf(null), await levelOf(certificate)], ['fault', 'ok'])
})

test('a sender without a name is the bare address', async (t) => {
  let text = ''
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _, done) => {
      stream.on('data', (part: Buffer) => (text += part.toString()))
      stream.on('end', () => done())
    },
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  t.after(() => new Promise<void>((closed) => server.close(closed)))
  const smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  await createSendMail({ smtpUrl, from: 'noreply@example.com', log })(mail)
  assert.match(text, /^From: noreply@example\.com\r$/m)
})
