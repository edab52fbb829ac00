import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSite } from '../test-site.ts'
import { menuOf, startBrowser } from './browser.ts'
import { tellStory } from './tell-story.ts'

test('the site works without JavaScript', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)

  await t.test('a visitor finds a book by links alone', () =>
    tellStory(visit, { hasScript: false }, async ({ page, open }) => {
      await open('/')
      await page.getByRole('heading', { level: 2, name: '从地方走进书' }).waitFor()
      assert.ok((await page.locator('.place-index-regions li').count()) > 30)
      await page.getByRole('link', { name: '看全部地方' }).click()
      await page.getByRole('heading', { level: 1, name: '按地方找书' }).waitFor()
      await page.getByRole('link', { name: '河南', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: '河南' }).waitFor()
      await page.locator('.place-rows').getByRole('link', { name: '洛阳', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: '洛阳' }).waitFor()
      await menuOf(page, 'phone').getByRole('link', { name: '好书', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: '好书推荐' }).waitFor()
      await page.waitForLoadState()
      assert.equal(await page.locator('.book-card').count(), 24)

      await page.getByText('筛选').click()
      await page.locator('.book-filter .chip[href*="tag="]').first().click()
      await page.locator('.book-filter .chip[aria-current]').waitFor({ state: 'attached' })
      for (const number of [2, 3]) {
        await page.getByRole('link', { name: '下一页' }).click()
        await page.getByText(`第 ${number} 页`).waitFor()
      }
      await page.getByRole('link', { name: '上一页' }).click()
      await page.getByText('第 2 页').waitFor()
      await page.getByRole('link', { name: '回第一页' }).waitFor()

      const card = page.locator('.book-card').first()
      const title = await card.locator('.book-card-title').innerText()
      // A click is aimed at the middle of an element by default. On a phone the middle of a card contains links to
      // people and places, so the test clicks the cover instead.
      await card.click({ position: { x: 40, y: 40 } })
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      await page.getByRole('heading', { level: 2, name: '为什么推荐' }).waitFor()
      await page.locator('.related .book-card').first().click()
      await page.getByRole('heading', { level: 2, name: '接着读' }).waitFor()
    }),
  )

  await t.test('the free library is readable', () =>
    tellStory(visit, { hasScript: false }, async ({ page, open }) => {
      await open('/')
      await menuOf(page, 'phone').getByRole('link', { name: '免费书' }).click()
      await page.getByRole('heading', { level: 1, name: '免费书' }).waitFor()
      await page
        .locator('.book-card')
        .first()
        .click({ position: { x: 40, y: 40 } })
      await page.getByRole('heading', { level: 2, name: '可以自由阅读' }).waitFor()
    }),
  )

  await t.test('a visitor reads a tour and goes to its book and place', () =>
    tellStory(visit, { hasScript: false }, async ({ page, open }) => {
      const [tour] = (await site.visitor.tour.list()).list
      const stops = (await site.visitor.tour.show({ id: tour?.id ?? '' })).playData.features
      const [first] = stops
      await open('/')
      await page.getByRole('button', { name: '换一条漫游' }).click()
      await page.getByRole('link', { name: '看全部漫游的地方和书' }).click()
      await page.getByRole('heading', { level: 1, name: '漫游' }).waitFor()
      await page.getByRole('link', { name: tour?.title ?? '', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: tour?.title ?? '' }).waitFor()
      assert.deepEqual(
        await page.locator('.itinerary-stop h2').allInnerTexts(),
        stops.map(({ properties }) => properties.title),
      )
      await page.getByText(first?.properties.text ?? '-').waitFor()
      await page.getByRole('link', { name: first?.properties.place?.name ?? '', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: first?.properties.place?.name ?? '' }).waitFor()
      await page.goBack()
      await page
        .getByRole('link', { name: `《${first?.properties.book?.title}》`, exact: true })
        .first()
        .click()
      await page.getByRole('heading', { level: 1, name: first?.properties.book?.title ?? '' }).waitFor()
    }),
  )

  await t.test('login and register state that they need JavaScript', () =>
    tellStory(visit, { hasScript: false }, async ({ page, open }) => {
      await open('/book')
      await page.getByRole('link', { name: '登录 / 注册' }).click()
      const note = page.locator('noscript p')
      await page.getByRole('heading', { level: 1, name: '登录' }).waitFor()
      await note.waitFor()
      await page.getByRole('link', { name: '注册' }).click()
      await page.getByRole('heading', { level: 1, name: '注册' }).waitFor()
      await note.waitFor()
    }),
  )
})
