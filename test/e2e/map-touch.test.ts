import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CDPSession, Page } from 'playwright'
import { startTestSite } from '../test-site.ts'
import { startBrowser } from './browser.ts'
import { listMarks, moves, openGlobe, until } from './globe.ts'
import { pullDown } from './pull-down.ts'

test('the map on a touch screen', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'living')

  await t.test(
    'vertical swipes scroll the page, horizontal ones turn the globe, and all swipes move the map at close zoom',
    () =>
      visit({ screen: 'phone' }, async ({ page, open }) => {
        await openGlobe({ page, open })
        const finger = await page.context().newCDPSession(page)
        const frame = await page.locator('.map-frame').boundingBox()
        assert.ok(frame)
        const middle = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 }
        const scrolled = () => page.evaluate(() => scrollY)

        const atFirst = await listMarks(page)
        await swipe(finger, middle, { x: 0, y: -160 })
        await until('the page has scrolled', async () => (await scrolled()) > 60)
        await until('the globe stands as it stood', async () => {
          await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
          return JSON.stringify(await listMarks(page)) === JSON.stringify(atFirst)
        })

        await moves(page, () => swipe(finger, middle, { x: -120, y: 0 }))
        assert.equal(await scrolled(), 0)
        assert.notDeepEqual(await listMarks(page), atFirst)

        // The map of an opened place is zoomed in so far that a swipe in any direction moves the map instead of
        // scrolling the page.
        const [place] = (await site.visitor.place.list()).list
        await open(`/?place=${place?.id}`)
        await page.locator('.globe-canvas[data-near="true"]').waitFor({ timeout: 90_000 })
        const near = await listMarks(page)
        await moves(page, () => swipe(finger, middle, { x: 0, y: -120 }))
        assert.equal(await scrolled(), 0)
        assert.notDeepEqual(await listMarks(page), near)
      }),
  )

  await t.test('a sheet of the map closes by its button, and by its handle if it is pulled far enough', () =>
    visit({ screen: 'phone' }, async ({ page, open }) => {
      await open('/')
      const sheets = { 'tag-panel': '全部标签', 'layer-panel': '底图与语言', 'tour-list': '漫游' }
      for (const [id, heading] of Object.entries(sheets)) {
        const sheet = page.locator(`#${id}`)
        const openSheet = async () => {
          await page.locator(`[popovertarget=${id}]:not([popovertargetaction])`).click()
          await sheet.locator(`.sheet-head:has-text("${heading}")`).waitFor()
        }
        await openSheet()
        await sheet.getByRole('button', { name: '关闭' }).click()
        await sheet.waitFor({ state: 'hidden' })

        await openSheet()
        await pullDown(page, `#${id} .sheet-head`, 40)
        assert.equal(await sheet.isVisible(), true)
        await pullDown(page, `#${id} .sheet-head`, 120)
        await sheet.waitFor({ state: 'hidden' })
      }
    }),
  )

  await t.test('the day’s book and place are in the first view, and a button opens the sources of the map', () =>
    visit({ screen: 'phone' }, async ({ page, open }) => {
      await open('/')
      const { book, place } = await site.visitor.today.show()
      const line = page.locator('.today-line')
      assert.equal(await line.innerText(), `今天：《${book?.title}》，${place?.name}`)
      const [box, bar] = [await line.boundingBox(), await page.locator('.tab-bar').boundingBox()]
      assert.ok(box && bar && box.y + box.height < bar.y)
      const sources = page.getByText(/Natural Earth/)
      assert.equal(await sources.isVisible(), false)
      await page.getByRole('button', { name: '地图的来源' }).click()
      await sources.waitFor()
      await page.keyboard.press('Escape')
      await sources.waitFor({ state: 'hidden' })
    }),
  )

  await t.test('the sheet of all tags has a search', () =>
    visit({ screen: 'phone' }, async ({ page, open }) => {
      await open('/')
      await page.getByRole('button', { name: '全部标签' }).click()
      const panel = page.locator('#tag-panel')
      const names = () => panel.locator('.chip').evaluateAll((all) => all.map((chip) => chip.firstChild?.textContent))
      const search = panel.getByRole('searchbox', { name: '查找标签' })
      // The panel has all tags as soon as it has the search.
      await search.waitFor()
      const all = await names()
      await search.fill(' 历史 ')
      await panel.locator('.chip').filter({ hasNotText: '历史' }).first().waitFor({ state: 'detached' })
      assert.deepEqual(
        await names(),
        all.filter((name) => name?.includes('历史')),
      )
      await search.fill('没有的标签')
      await panel.getByText('没有这样的标签。').waitFor()
      assert.deepEqual(await names(), [])
    }),
  )

  await t.test('the fan above a place counts the books that it does not show', () =>
    visit({ screen: 'phone' }, async ({ page, open }) => {
      const [place] = (await site.visitor.place.list()).list.toSorted((a, b) => b.count - a.count)
      assert.ok(place && place.count > 18)
      await open(`/map?place=${place.id}`)
      const fan = page.locator('.mark-fan')
      await fan.getByText(`还有 ${place.count - 5} 本`).waitFor({ timeout: 90_000 })
      assert.equal(await fan.locator('a').count(), 5)
    }),
  )

  await t.test('nothing of the map covers the suggestions of its search', () =>
    visit({ screen: 'phone' }, async ({ page, open }) => {
      await openGlobe({ page, open }, '/map')
      await page.getByRole('button', { name: '路线' }).click()
      await page.locator('.route-list').waitFor()
      await page.locator('.map-search input').fill('西安')
      const options = page.locator('.map-search [role=option]')
      await options.first().waitFor()
      const covered = () =>
        options.evaluateAll((all) =>
          all
            .filter((option) => {
              const { x, y, width, height } = option.getBoundingClientRect()
              return [0.05, 0.5, 0.95].some(
                (share) => !option.contains(document.elementFromPoint(x + width * share, y + height / 2)),
              )
            })
            .map((option) => option.textContent),
        )
      assert.deepEqual(await covered(), [])
    }),
  )

  await t.test('swiping a card moves the map to its mark', () =>
    visit({ screen: 'phone' }, async ({ page, open }) => {
      const [tag] = (await site.visitor.tag.list()).list.filter(({ kind }) => kind === 'subject')
      await openGlobe({ page, open }, `/?tag=${encodeURIComponent(tag?.name ?? '')}`)
      assert.equal(await page.getByRole('button', { name: '下一张' }).isVisible(), false)
      assert.equal(await currentCard(page), 0)
      const finger = await page.context().newCDPSession(page)
      const card = await page.locator('.swiper-card').first().boundingBox()
      assert.ok(card)
      await moves(page, () =>
        swipe(finger, { x: card.x + card.width * 0.8, y: card.y + 60 }, { x: -card.width * 0.7, y: 0 }),
      )
      assert.equal(await currentCard(page), 1)
    }),
  )
})

function currentCard(page: Page) {
  return page
    .locator('.swiper-card')
    .evaluateAll((cards) => cards.findIndex((card) => card.getAttribute('aria-current') === 'true'))
}

/** Swipes with one finger: touches, moves, rests, and lifts the finger. */
async function swipe(finger: CDPSession, from: { x: number; y: number }, by: { x: number; y: number }) {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share = 0) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + by.x * share, y: from.y + by.y * share }],
    })
  await touch('touchStart')
  for (let step = 1; step <= 10; step++) await touch('touchMove', step / 10)
  // The finger rests before it is lifted, so that the swipe does not end in an inertial movement.
  await new Promise((done) => setTimeout(done, 300))
  await touch('touchMove', 1)
  await touch('touchEnd')
}
