import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { startTestSite } from '../test-site.ts'
import { isAnswered, startBrowser } from './browser.ts'
import { isOn, openGlobe, until, watchTiles } from './globe.ts'
import { tellStory } from './tell-story.ts'

test('search on the map', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)

  await t.test('the search finds by characters, pinyin and initials', () =>
    tellStory(visit, {}, async ({ page, open }) => {
      await open('/')
      for (const typed of ['边城', 'biancheng', 'bc']) {
        await find(page, typed, '边城')
        await page.waitForURL(/mark=/)
        await page.locator('.mark-card h2:has-text("边城")').waitFor()
        await page.goBack()
        await page.locator('.mark-card').waitFor({ state: 'detached' })
      }
      const [tag] = (await site.visitor.tag.list()).list.filter(({ kind }) => kind === 'subject')
      assert.ok(tag)
      await find(page, tag.name, tag.name, '标签')
      await page.waitForURL((url) => url.searchParams.get('tag') === tag.name)
      await page.locator('.tag-filter > .chip[aria-current]').waitFor()
    }),
  )

  await t.test('the empty search field opens nothing', () =>
    visit({}, async ({ page, open }) => {
      await open('/')
      const field = page.locator('.map-search input')
      const popup = page.locator('.map-search .combobox-popup')
      await field.pressSequentially('bc')
      await popup.waitFor()
      await field.fill('')
      await popup.waitFor({ state: 'hidden' })
    }),
  )

  await t.test('the map flies to the selected suggestion', async () => {
    const visitGlobe = await startBrowser(site.url, 'blank')
    await visitGlobe({}, async ({ page, open }) => {
      await openGlobe({ page, open })
      const tiles = watchTiles(page)
      await find(page, 'biancheng', '边城')
      await page.locator('.mark-card h2:has-text("边城")').waitFor()
      const [itemId = '', placeId = ''] = new URL(page.url()).searchParams.get('mark')?.split('.') ?? []
      const { geometry } = await site.visitor.mark.show({ itemId, placeId })
      await until('the map has come to the book', () =>
        tiles.some((tile) => tile.z >= 4 && isOn(tile, geometry.coordinates)),
      )
      await page.getByRole('link', { name: '关闭' }).click()

      const [place] = (await site.visitor.place.list()).list.filter(({ count }) => count > 2 && count < 20)
      assert.ok(place)
      await find(page, place.name, place.name, '地方')
      await page.waitForURL((url) => url.searchParams.get('place') === place.id)
      await page.locator(`.tour-title:has-text("${place.name}"):has-text("${place.count} 本书")`).waitFor()
      assert.equal(await page.locator('.swiper-card').count(), place.count)
      await until('the map has come there', () =>
        tiles.some((tile) => tile.z >= 4 && isOn(tile, [place.lng, place.lat])),
      )
      const fan = page.locator('.mark-fan')
      await fan.locator('a').first().waitFor()
      assert.equal(await fan.locator('a').count(), Math.min(7, place.count))
      const title = await fan.locator('img').first().getAttribute('alt')
      await fan.locator('a').first().click()
      await page.waitForURL(/mark=/)
      await page.locator(`.mark-card h2`).waitFor()
      assert.ok(title?.includes(await page.locator('.mark-card h2').innerText()), title ?? '')
    })
  })
})

/** Types into the map's search field and selects the wanted suggestion with the arrow keys and Enter. */
async function find(page: Page, typed: string, wanted: string, group = '书') {
  const field = page.getByRole('combobox', { name: '搜书、作者、地方、标签' }).and(page.locator('.map-search input'))
  await field.fill('')
  await field.pressSequentially(typed)
  const option = page
    .locator('.map-search')
    .getByRole('group', { name: group, exact: true })
    .getByRole('option')
    .filter({ has: page.locator('.combobox-option-name').filter({ hasText: new RegExp(`^${wanted}$`) }) })
    .first()
  await isAnswered(page.locator('.map-search'))
  await option.waitFor()
  for (let step = 0; step < 20 && (await option.getAttribute('aria-selected')) !== 'true'; step++)
    await field.press('ArrowDown')
  await field.press('Enter')
}
