import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { startTestSite } from '../test-site.ts'
import { resize, startBrowser } from './browser.ts'
import { requireAccessibleInBothThemes } from './require-accessible.ts'
import { mapIsAtRest, openGlobe } from './globe.ts'

test('the map is accessible', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const visitGlobe = await startBrowser(site.url, 'blank')
  const [place] = (await site.visitor.place.list()).list
  assert.ok(place)

  await t.test('every panel on the map is accessible in both themes on a phone', () =>
    visitGlobe({ screen: 'phone' }, async ({ page, open }) => {
      await openGlobe({ page, open })
      await isAccessible(page)
      await panelsAreAccessible(page)

      await page.getByRole('button', { name: '路线', exact: true }).click()
      await page.locator('.route-list summary').click()
      await isAccessible(page)
      await page.locator('.route-list li button').first().click()
      await page.locator('.map-card').waitFor()
      await isAccessible(page)
      await page.getByRole('button', { name: '关闭' }).click()
      await page.getByRole('button', { name: '路线', exact: true }).click()

      await open(`/?place=${place.id}`)
      await page.locator('.swiper-title').first().click()
      await page.locator('.mark-card').waitFor()
      await page.locator('.mark-fan a').first().waitFor({ timeout: 90_000 })
      await mapIsAtRest(page)
      await isAccessible(page)
      await page.keyboard.press('Escape')
      await page.locator('.mark-card').waitFor({ state: 'detached' })

      for (const style of ['夜航', '卫星', '古卷']) {
        await page.getByRole('button', { name: '底图与语言' }).click()
        await page.locator(`.style-choice:has-text("${style}")`).click()
        await page.keyboard.press('Escape')
        await isAccessible(page)
      }
    }),
  )

  // The panels that lie over the map do not depend on what is below them, so the test uses the still picture, which
  // costs nothing to draw.
  await t.test('the panels over the map are accessible on a desktop', () =>
    visit({}, async ({ page, open }) => {
      await open('/')
      await isAccessible(page)
      await panelsAreAccessible(page)
    }),
  )

  // A window of 720 × 450 px has the size that a page gets on a laptop at a browser zoom of 200 %.
  for (const [width, height] of [
    [768, 1024],
    [720, 450],
  ] as const)
    await t.test(`nothing covers a button over the map in a window of ${width} × ${height}`, () =>
      visit({}, async ({ page, open }) => {
        await resize(page, { width, height })
        await open('/')
        await page.locator('.tab-bar').waitFor()
        const globe = await page.locator('.map-frame').boundingBox()
        assert.ok(globe && globe.width > width * 0.9, 'the map is as wide as the window')
        assert.deepEqual(await listCoveredButtons(page), [])
      }),
    )

  await t.test('the card of a mark covers no visible button of the map on a phone', () =>
    visit({ screen: 'phone' }, async ({ page, open }) => {
      await open(`/?place=${place.id}`)
      const controls = page.locator('.map-controls')
      await controls.waitFor()
      await page.locator('.swiper-title').first().click()
      await page.locator('.mark-card').waitFor()
      await controls.waitFor({ state: 'hidden' })
      await page.getByRole('link', { name: '关闭' }).click()
      await controls.waitFor()
    }),
  )
})

/** Returns the names of those visible buttons over the map whose middle is covered by another element. */
function listCoveredButtons(page: Page): Promise<string[]> {
  return page.locator('.map-controls button:visible, .tour-bar button:visible').evaluateAll((buttons) =>
    buttons.flatMap((button) => {
      button.scrollIntoView({ block: 'center' })
      const { x, y, width, height } = button.getBoundingClientRect()
      const top = document.elementFromPoint(x + width / 2, y + height / 2)
      return top && button.contains(top) ? [] : [button.getAttribute('aria-label') ?? button.textContent]
    }),
  )
}

async function panelsAreAccessible(page: Page) {
  for (const name of ['全部标签', '底图与语言', '换一条漫游']) {
    await page.getByRole('button', { name, exact: true }).click()
    await page.locator(':popover-open').waitFor()
    await isAccessible(page)
    await page.keyboard.press('Escape')
    await page.locator(':popover-open').waitFor({ state: 'hidden' })
  }
}

const isAccessible = (page: Page) => requireAccessibleInBothThemes(page, '.map-stage')
