import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright'
import { startTestSite } from '../test-site.ts'
import { startBrowser } from './browser.ts'
import { requireAccessible } from './require-accessible.ts'
import { requireFit } from './require-fit.ts'
import { tellStory } from './tell-story.ts'

test('the map of a long shelf', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const { token, api } = await site.newUser('翠翠')
  const { list: books } = await site.visitor.book.list({ limit: 50 })
  for (const { id } of books) await api.shelf.put({ bookId: id, state: 'read' })
  const { map } = await api.shelfMap.show({})
  assert.ok(map.countPlaces > 60 && map.countCountries > 12, `${map.countPlaces}, ${map.countCountries}`)

  await t.test('says how many places and countries are not shown, and unfolds them', () =>
    tellStory(visit, { token }, async ({ page, open }) => {
      await open('/user/map')
      const places = page.locator('.shelf-map-places a:visible')
      await page.getByText(`还有 ${map.countPlaces - 60} 处地方`, { exact: true }).waitFor()
      assert.equal(await places.count(), 60)
      await page.getByText(`还有 ${map.countPlaces - 60} 处地方`, { exact: true }).press('Enter')
      await places.nth(60).waitFor()
      assert.equal(await places.count(), map.places.length)
      const countries = page.locator('.shelf-map-counts > div', { hasText: '国家和地区' }).locator('li:visible')
      assert.equal(await countries.count(), 12)
      await page
        .getByText(`还有 ${map.countries.length - 12} 个`, { exact: true })
        .first()
        .click()
      await countries.nth(12).waitFor()
      assert.equal(await countries.count(), map.countries.length)
      assert.deepEqual(await listOverlapping(page), [])
      await requireAccessible(page, 'main')
      await requireFit(page)
    }),
  )

  await t.test('the caption and the legend fit the picture of the globe, on a dark desktop', async () => {
    const reader = await site.newUser('傩送')
    const [book] = books
    assert.ok(book)
    await reader.api.shelf.put({ bookId: book.id, state: 'reading' })
    await visit({ token: reader.token }, async ({ page, open }) => {
      await page.emulateMedia({ colorScheme: 'dark' })
      await open('/user/map')
      await page.getByText('地球背面的地方，看下面的地名。').waitFor()
      const [picture, caption] = [page.locator('.shelf-map-frame img'), page.locator('.shelf-map-legend')]
      assert.equal(await middleOf(picture), await middleOf(caption))
      assert.deepEqual(await caption.locator('span').allInnerTexts(), ['在读'])
      const dot = await caption.locator('span').evaluate((state) => getComputedStyle(state, '::before').backgroundColor)
      assert.equal(dot, 'rgb(47, 111, 147)', 'the colour of the dots that the server draws')
    })
  })
})

async function middleOf(part: Locator) {
  const box = await part.boundingBox()
  assert.ok(box)
  return Math.round(box.x + box.width / 2)
}

/** Lists the names on the axis of the chart that overlap the next name, or are smaller than 12 pixels. */
function listOverlapping(page: Page): Promise<string[]> {
  return page
    .locator('.column-chart')
    .first()
    .evaluate((chart) => {
      const names = [...chart.querySelectorAll('g > text:last-child')].filter(
        (name) => name.getClientRects().length > 0,
      )
      const boxes = names.map((name) => name.getBoundingClientRect())
      const isWrong = (at: number) => (boxes[at]?.right ?? 0) > (boxes[at + 1]?.left ?? Infinity)
      const isSmall = (name: Element) => Number.parseFloat(getComputedStyle(name).fontSize) < 12
      return names.filter((name, at) => isWrong(at) || isSmall(name)).map(({ textContent }) => textContent ?? '')
    })
}
