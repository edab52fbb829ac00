import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastify } from 'fastify'
import sharp from 'sharp'
import { defaultSite } from '#shared/api/default-site.ts'
import { deriveColors } from '#shared/site-colors.ts'
import { codeMail } from '#server/platform/mail/code-mail.ts'
import { mailLink, mailPage } from '#server/platform/mail/mail-page.ts'
import { createSendMail } from '#server/platform/mail/send-mail.ts'
import { openTestMailbox } from '../../../test/test-mailbox.ts'
import { mailLogo } from './draw-icon.ts'
import { mountSiteLook, styleAddress } from './site-look-routes.ts'

const colors = deriveColors('#1a6fb5') ?? assert.fail()

test('the colours and the logo of the operator are served as files that browsers keep', async (t) => {
  const app = fastify()
  t.after(() => app.close())
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  mountSiteLook(app, { colors, logo: { bytes, type: 'image/svg+xml', address: '/site-logo?v=1' } })
  const style = await app.inject(styleAddress(colors))
  assert.equal(style.headers['content-type'], 'text/css; charset=utf-8')
  assert.match(style.body, /--accent:#1a6fb5;/)
  assert.match(String(style.headers['cache-control']), /immutable/)
  const logo = await app.inject('/site-logo?v=1')
  assert.equal(logo.headers['content-type'], 'image/svg+xml')
  assert.match(String(logo.headers['content-security-policy']), /sandbox/)
  assert.deepEqual(logo.rawPayload, bytes)
})

test('a site without colours and logo of its own has no such files', async (t) => {
  const app = fastify()
  t.after(() => app.close())
  mountSiteLook(app, { colors: null, logo: null })
  assert.equal((await app.inject('/site-logo')).statusCode, 404)
  assert.equal((await app.inject(styleAddress(colors))).statusCode, 404)
})

test('mails use the colours of the operator', () => {
  const parts = { preview: '', heading: '', rows: [mailLink('去看看', 'https://books.example.com')] }
  const html = mailPage({ ...defaultSite, colors }, parts)
  assert.doesNotMatch(html, /ad4e00|fa8c16/)
  assert.ok(html.includes(`color:${colors.inkOnLight}"`))
  assert.match(mailPage(defaultSite, parts), /ad4e00/)
})

test('mails carry the logo as a picture of their own', async (t) => {
  const mailbox = await openTestMailbox()
  t.after(() => mailbox.close())
  const errors: unknown[] = []
  const log = { info: () => undefined, error: (facts: object) => void errors.push(facts) }
  const send = (bytes: Buffer | null) => {
    const own = bytes && { bytes, type: 'image/svg+xml', address: '/site-logo?v=1' }
    const sendMail = createSendMail({ smtpUrl: mailbox.url, from: 'noreply@books.test', logo: mailLogo(own), log })
    return sendMail(codeMail(defaultSite, 'reader@books.test', 'login', '123456'))
  }
  const blue =
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="#0000ff"/></svg>'
  await send(Buffer.from(blue))
  await send(null)
  await send(Buffer.from('no picture'))
  const [own, shipped, none] = mailbox.mails
  const [part] = own?.attachments ?? []
  assert.deepEqual([part?.contentId, part?.disposition, part?.mimeType], ['<logo@site>', 'inline', 'image/png'])
  assert.match(own?.html ?? '', /<img src="cid:logo@site" width="48" height="48" alt=""/)
  const picture = sharp(Buffer.from(part?.content as ArrayBuffer))
  const { width, height } = await picture.metadata()
  assert.deepEqual([width, height], [96, 96])
  const { data } = await picture.raw().toBuffer({ resolveWithObject: true })
  assert.deepEqual([...data.subarray((48 * 96 + 48) * 4, (48 * 96 + 48) * 4 + 4)], [0, 0, 255, 255])
  assert.equal(shipped?.attachments.length, 1, 'the logo of the program')
  assert.deepEqual([none?.attachments.length, none?.html?.includes('<img')], [0, false])
  assert.equal(errors.length, 1)
  assert.match(none?.text ?? '', /123456/)
})
