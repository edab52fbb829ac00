import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { infoPageNames } from '#shared/info-page-names.ts'
import { startTestSite } from '../../../test/test-site.ts'
import { readInfoPages } from './info-pages.ts'

const settings = { folder: null, site: { name: '小城书图', publicUrl: 'https://books.test' }, contactEmail: null }

test('each information page is served, also without scripts, and names the site', async (t) => {
  const site = await startTestSite(t)
  for (const name of infoPageNames) {
    const { title, html } = await site.visitor.site.infoPage({ name })
    assert.ok(title !== '' && html.startsWith('<'), name)
    const page = await (await fetch(`${site.url}/${name}`)).text()
    assert.ok(page.includes(`<h1>${title}</h1>`) && page.includes(html.trim().slice(0, 40)), name)
  }
  await assert.rejects(site.visitor.site.infoPage({ name: 'nothing' as 'about' }), {
    data: { fields: { name: '没有这一页' } },
  })
  const registration = await (await fetch(`${site.url}/user/register`)).text()
  assert.match(registration, /<a href="\/terms" target="_blank">《服务条款》<\/a>/)
})

test('the texts contain the name and the address of the site, and an e-mail address only if there is one', () => {
  const pages = readInfoPages(settings)
  assert.match(pages.about.html, /小城书图把书钉在地球上/)
  assert.match(pages.about.html, /https:\/\/books\.test\/opds/)
  assert.doesNotMatch(
    Object.values(pages)
      .map(({ html }) => html)
      .join(''),
    /[{}]|mailto/,
  )
  assert.doesNotMatch(
    Object.values(pages)
      .map(({ html }) => html)
      .join(''),
    /写信/,
  )
  assert.match(pages.contact.html, /还没有公布联系的邮箱/)
  const { html } = readInfoPages({ ...settings, contactEmail: 'a@books.test' }).contact
  assert.doesNotMatch(html, /没有公布|noEmail/)
  assert.match(html, /<a href="mailto:a@books\.test" data-reload="">a@books\.test<\/a>/)
})

test('an operator replaces single pages; HTML in them is text, and a page without a title is refused', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'info-'))
  t.after(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'terms.md'), '# 馆规\r\n\r\n{name}的规矩。<script>alert(1)</script>\r\n')
  const pages = readInfoPages({ ...settings, folder })
  assert.equal(pages.terms.title, '馆规')
  assert.match(pages.terms.html, /小城书图的规矩。&lt;script&gt;/)
  assert.equal(pages.about.title, '关于')
  await writeFile(join(folder, 'terms.md'), '没有标题')
  assert.throws(() => readInfoPages({ ...settings, folder }), /terms\.md 的第一行须是标题/)
  assert.throws(
    () => readInfoPages({ ...settings, folder: join(folder, 'none') }),
    /没有文件夹 .*none，请检查 INFO_PAGES。/,
  )
})
