import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSite } from '../test-site.ts'
import { bothScreens, startBrowser } from './browser.ts'

test('books that the search suggests have small covers', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  for (const screen of bothScreens)
    await t.test(`of a fixed size in a list of even height, on a ${screen}`, () =>
      visit({ screen }, async ({ page, open }) => {
        await open('/place')
        if (screen === 'phone') await page.locator('.header').getByRole('link', { name: '搜索' }).click()
        await page.locator('.header-search').getByRole('combobox').pressSequentially('hlm')
        const option = page.getByRole('option', { name: '红楼梦 曹雪芹' })
        const cover = option.locator('.search-cover')
        await cover.waitFor()
        await page.waitForFunction(
          () => document.querySelector<HTMLImageElement>('[role="option"] .search-cover')?.naturalWidth,
        )
        const box = await cover.boundingBox()
        assert.deepEqual([box?.width, box?.height], [24, 36])
        assert.equal((await option.boundingBox())?.height, 44)
      }),
    )
})
