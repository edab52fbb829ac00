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
        const entries = page.locator('.route-list li button')
        // The tour goes from Kyoto to Dublin and passes few of the routes.
        await page.getByText(/^漫游经过的 ?\d+ 条路线$/).click()
        const passed = await entries.count()
        assert.ok(passed > 0 && passed < 20, `${passed}`)
        await page.getByRole('button', { name: `看全部 ${list.length} 条` }).click()
        await page.getByText(`${list.length} 条路线`, { exact: true }).waitFor()
        assert.equal(await entries.count(), list.length)
        assert.match(await entries.first().innerText(), /^丝绸之路/)
        const entry = entries.filter({ hasText: route.name }).first()
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
      await page.getByText(/条路线$/).waitFor()
    }),
  )

  await t.test('only routes of the chosen time are on the map', () =>
    visit({}, async ({ page, open }) => {
      await open('/?from=618&to=907')
      await page.getByRole('button', { name: '路线', exact: true }).click()
      await page.getByText(/^这个时期的 ?\d+ 条路线$/).click()
      const names = await page.locator('.route-list li button').allInnerTexts()
      assert.ok(names.some((name) => name.startsWith('丝绸之路')))
      assert.ok(names.length < list.length / 2 && !names.some((name) => name.includes('铁路')), names.join())
    }),
  )
})
