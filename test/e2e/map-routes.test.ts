import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSite } from '../test-site.ts'
import { bothScreens, startBrowser } from './browser.ts'

test('the routes', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const { list } = await site.visitor.route.list()
  const route = list.find(({ books }) => books.length > 1)
  assert.ok(route)

  for (const screen of bothScreens) {
    await t.test(`routes are listed, opened and closed, on a ${screen}`, () =>
      visit({ screen }, async ({ page, open }) => {
        await open('/')
        const roads = page.getByRole('button', { name: '路线', exact: true })
        assert.equal(await page.locator('.route-list').count(), 0)
        await roads.click()
        await page.getByText(`${list.length} 条路线`).click()
        assert.equal(await page.locator('.route-list button').count(), list.length)
        assert.match(await page.locator('.route-list button').first().innerText(), /^丝绸之路/)
        const entry = page.locator('.route-list button').filter({ hasText: route.name }).first()
        await entry.click()
        const card = page.getByRole('region', { name: route.name })
        await card.waitFor()
        assert.equal(await entry.getAttribute('aria-pressed'), 'true')
        assert.ok((await card.innerText()).includes(route.period))
        assert.ok((await card.innerText()).includes(route.desc))
        assert.deepEqual(
          await card.locator('.route-books a').evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
          route.books.map(({ id }) => `/book/${id}`),
        )
        await page.getByRole('button', { name: '关闭' }).click()
        await card.waitFor({ state: 'detached' })
        await entry.click()
        await card.waitFor()
        await page.keyboard.press('Escape')
        await card.waitFor({ state: 'detached' })
        assert.equal(await page.evaluate(() => document.activeElement?.closest('.map-stage') !== null), true)
        await roads.click()
        await page.locator('.route-list').waitFor({ state: 'detached' })
      }),
    )
  }

  await t.test('routes that fail to load are requested again', () =>
    visit({ expected: [/net::ERR_FAILED/] }, async ({ page, open }) => {
      await open('/')
      const roads = page.getByRole('button', { name: '路线', exact: true })
      await page.route('**/api/v1/route/list', (answer) => answer.abort())
      await roads.click()
      await page.getByText('路线没有取到').waitFor()
      await page.unroute('**/api/v1/route/list')
      await roads.click()
      await roads.click()
      await page.getByText(`${list.length} 条路线`).waitFor()
    }),
  )
})
