import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSite } from '../test-site.ts'
import { bothScreens, startBrowser } from './browser.ts'
import { requireAccessibleInBothThemes } from './require-accessible.ts'
import { requireFit } from './require-fit.ts'

test('a visitor connects two things', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')

  for (const screen of bothScreens) {
    await t.test(`by keyboard, and swaps them, on a ${screen}`, () =>
      visit({ screen }, async ({ page, open }) => {
        await open('/connect')
        const [from, to] = [page.getByRole('combobox', { name: '从' }), page.getByRole('combobox', { name: '到' })]
        await from.fill('biancheng')
        await page.getByRole('option', { name: /边城/ }).first().waitFor()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        assert.equal(await from.inputValue(), '边城')
        await to.fill('沈从文')
        await to.press('Enter')
        await page.getByRole('heading', { name: '一步就到' }).waitFor()
        await page.getByText('沈从文写了《边城》').waitFor()
        await requireAccessibleInBothThemes(page)
        await page.getByRole('link', { name: '交换两端' }).press('Enter')
        await page.waitForURL(/from=person\..*to=book\./)
        await page.waitForFunction(() => document.title.startsWith('从沈从文到边城'))
        assert.equal(await from.inputValue(), '沈从文')
        await from.fill('没有这样的东西')
        await from.press('Enter')
        await page.getByRole('status').getByText('没有找到「没有这样的东西」').waitFor()
        assert.equal(await from.inputValue(), '没有这样的东西')
        await to.fill('也没有这样的')
        await to.press('Enter')
        await page.getByRole('status').getByText('没有找到「也没有这样的」').waitFor()
        const described = page.getByRole('combobox', { description: /没有找到「没有这样的东西」/ })
        assert.equal(await described.getAttribute('aria-invalid'), 'true')
        assert.equal(await page.getByRole('status').getByText('没有找到「').count(), 2)
        await requireAccessibleInBothThemes(page)
      }),
    )
  }

  await t.test('without scripts, from two typed names to a page that fits every window', async () => {
    await visit({ hasScript: false }, async ({ page, open }) => {
      await open('/connect')
      await page.getByRole('combobox', { name: '从' }).fill('边城')
      await page.getByRole('combobox', { name: '到' }).fill('百年孤独')
      await page.getByRole('button', { name: '连起来' }).click()
      await page.getByRole('heading', { name: /步相连$/ }).waitFor()
      await page.getByRole('link', { name: '《百年孤独》' }).first().waitFor()
      await page.getByRole('combobox', { name: '到' }).fill('边城')
      await page.getByRole('button', { name: '连起来' }).click()
      await page.getByText('它和自己当然相连').waitFor()
      await page.getByRole('region', { name: '试一试' }).getByRole('link').first().click()
      await page.waitForURL(/from=book\..*to=book\./)
    })
    await visit({}, async ({ page, open }) => {
      await open(`/connect?${new URLSearchParams({ fromName: '边城', toName: '百年孤独' })}`)
      await page.getByRole('heading', { name: /步相连$/ }).waitFor()
      await requireFit(page)
    })
  })

  await t.test('the path is drawn on a living globe, which is moved by keyboard', async () => {
    const visitGlobe = await startBrowser(site.url, 'living')
    for (const screen of bothScreens)
      await visitGlobe({ screen }, async ({ page, open }) => {
        await open(`/connect?${new URLSearchParams({ fromName: '边城', toName: '百年孤独' })}`)
        const globe = page.locator('.path-globe[data-drawn="true"]')
        await globe.scrollIntoViewIfNeeded()
        await globe.waitFor()
        await requireAccessibleInBothThemes(page, '.connect-globe')
        const canvas = globe.locator('canvas')
        const before = await canvas.screenshot()
        await canvas.focus()
        await page.keyboard.press('ArrowRight')
        while ((await canvas.screenshot()).equals(before)) await page.keyboard.press('ArrowRight')
      })
  })
})
