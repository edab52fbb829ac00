import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastify } from 'fastify'
import { defaultSite } from '#shared/api/default-site.ts'
import { deriveColors } from '#shared/site-colors.ts'
import { mailLink, mailPage } from '#server/mail/mail-page.ts'
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
