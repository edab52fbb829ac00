import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame } from 'playwright'
import { entryBase } from '#shared/book-text.ts'
import { hostileEpub } from '../hostile-epub.ts'
import { putEpub } from '../put-epub.ts'
import { startTestSite } from '../test-site.ts'
import { startBrowser } from './browser.ts'
import { failedLoad } from './every-route.ts'
import { openBook } from './open-book.ts'

/** Clicks an element of the book even if it lies on a page that is not visible. */
function press(frame: Frame, id: string) {
  return frame.evaluate((id) => document.getElementById(id)?.click(), id)
}

test('a hostile book', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const ids = await putEpub(site, hostileEpub())
  const base = site.url + entryBase(await site.visitor.reading.outline(ids))

  // This test needs no assertion about requests, because `visit` fails if the page sends a request to another origin.
  await t.test('a hostile book runs no script and sends no request to another origin', () =>
    visit({ expected: [/Content Security Policy/] }, async ({ page }) => {
      const frame = await openBook(page, `${site.url}/book/${ids.bookId}/read`, '这一章到此为止')
      const left = await frame.evaluate(() => ({
        elements: document.querySelectorAll(
          'script, iframe, object, embed, form, input, button, base, video, [autoplay], [src^="http"], animate, set, annotation-xml, meta[http-equiv]',
        ).length,
        handlers: [...document.querySelectorAll('*')].flatMap((element) =>
          [...element.attributes].filter(
            ({ name, value }) => name.startsWith('on') || /^\s*(java|data:text)/i.test(value),
          ),
        ).length,
        entities: document.getElementById('entities')?.textContent?.length ?? 0,
      }))
      assert.deepEqual({ ...left, entities: left.entities < 40 }, { elements: 0, handlers: 0, entities: true })
      for (const id of ['script-link', 'tabbed', 'data-link', 'climbing']) {
        assert.equal(await frame.getAttribute(`#${id}`, 'href'), null)
        await press(frame, id)
      }
      assert.ok(frame.url().startsWith(base))
      await press(frame, 'outward')
      await page.getByRole('alertdialog', { name: '书外的链接' }).waitFor()
      const link = page.getByRole('link', { name: '在新页打开' })
      assert.equal(await link.getAttribute('rel'), 'noopener noreferrer')
      await page.getByRole('button', { name: '不去' }).click()
      assert.equal(await page.evaluate(() => 'shouted' in window), false)
      assert.equal(page.context().pages().length, 1)
    }),
  )

  await t.test('an entry of a hostile book opened directly is harmless', () =>
    visit({ expected: [/sandboxed|Content Security Policy|ERR_BLOCKED/] }, async ({ page }) => {
      await page.goto(`${base}b/text/one.xhtml`)
      await page.getByText('这一章到此为止').waitFor()
      assert.equal(await page.evaluate(() => 'shouted' in window || origin !== 'null'), false)
      await page.goto(`${base}b/drawing.svg`)
      assert.equal(await page.evaluate(() => 'shouted' in window), false)
    }),
  )

  await t.test('only entries that belong to the text are served', () =>
    visit({ hasScript: false, expected: [failedLoad] }, async ({ page }) => {
      const status = async (path: string) => (await page.request.get(base + path)).status()
      assert.equal(await status('b/style.css'), 200)
      for (const path of [
        'b/text/own.js',
        'b/book.opf.txt',
        '..%2f..%2fescaped.xhtml',
        '%2fetc%2fabsolute.xhtml',
        'b/none.xhtml',
        '',
      ])
        assert.equal(await status(path), 404, path)
      assert.equal(await status('b/bomb.css'), 413)
      const { headers } = { headers: (await page.request.get(`${base}b/text/one.xhtml`)).headers() }
      assert.match(headers['content-security-policy'] ?? '', /^default-src 'none'/)
      assert.doesNotMatch(headers['content-security-policy'] ?? '', /script-src (?!'none')|unsafe-eval|frame-src/)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      const other = await page.request.get(`${site.url}/book`)
      assert.doesNotMatch(other.headers()['content-security-policy'] ?? '', /frame-src/)
      const reader = await page.request.get(`${site.url}/book/${ids.bookId}/read`)
      assert.match(reader.headers()['content-security-policy'] ?? '', /frame-src 'self'/)
    }),
  )
})
