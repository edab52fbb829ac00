import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { startTestSite } from '../test-site.ts'
import { menuOf, startBrowser } from './browser.ts'
import { findBookId } from '../find-book-id.ts'

test('a failed request for the tags is only logged', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const id = await findBookId(site.db, '边城')
  const expected = [/fetch-tags error/]
  const breakTags = (page: Page) =>
    page.route('**/api/v1/tag/list', (route) => route.fulfill({ json: { code: 7, message: '标签坏了', data: null } }))
  const logged = (page: Page) =>
    page.waitForEvent('console', (message) => message.type() === 'error' && message.text().includes('fetch-tags error'))

  await t.test('the list of books and the map open without their tags', () =>
    visit({ expected }, async ({ page, open }) => {
      await open(`/book/${id}`)
      await breakTags(page)
      const [error] = await Promise.all([
        logged(page),
        menuOf(page, 'desktop').getByRole('link', { name: '好书' }).click(),
      ])
      assert.ok(error)
      await page.getByRole('heading', { level: 1, name: '好书推荐' }).waitFor()
      await page.locator('.book-card').first().waitFor()
      await menuOf(page, 'desktop').getByRole('link', { name: '地图' }).click()
      await page.waitForURL(`${site.url}/map`)
      await page.locator('.map-stage').first().waitFor()
      assert.equal(await page.getByText('这一页没有打开').count(), 0)
    }),
  )

  await t.test('loaded tags remain', () =>
    visit({ expected }, async ({ page, open }) => {
      await open('/book')
      const chips = page.locator('.book-filter a[href*="tag="]')
      const before = await chips.count()
      assert.ok(before > 0)
      await breakTags(page)
      await Promise.all([logged(page), page.getByRole('link', { name: '最新' }).click()])
      await page.waitForURL(/sort=new/)
      assert.equal(await chips.count(), before)
    }),
  )
})
