import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { startTestSite } from '../test-site.ts'
import { bothScreens, resize, startBrowser, holdMapStill } from './browser.ts'
import { globeIsDrawn, isOn, until, watchTiles } from './globe.ts'

test('the tour', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'blank')
  const { list: tours } = await site.visitor.tour.list()
  const [first, second] = tours
  assert.ok(first && second)
  const stops = (await site.visitor.tour.show({ id: first.id })).playData.features

  for (const screen of bothScreens) {
    await t.test(`the tour is controlled by its buttons, on a ${screen}`, () =>
      visit({ screen, before: holdMapStill }, async ({ page, open }) => {
        await open('/')
        const button = (name: string) => page.getByRole('button', { name, exact: true })
        await isAt(page, first.title, 1, stops.length)
        // The tour does not start by itself, because the browser of the test prefers reduced motion.
        await button('继续漫游').click()
        await button('暂停漫游').click()
        await button('下一站').click()
        await isAt(page, first.title, 2, stops.length)
        assert.ok((await current(page)).startsWith(stops[1]?.properties.title ?? '-'))
        assert.ok((await page.getByRole('status').allInnerTexts()).join().includes(`到了${stops[1]?.properties.title}`))
        await button('上一站').click()
        await button('上一站').click()
        await isAt(page, first.title, stops.length, stops.length)
        await button('继续漫游').click()
        await button('暂停漫游').waitFor()
        await button('速度：1 倍，改为 2 倍').click()
        await button('速度：2 倍，改为 0.5 倍').click()
        await button('速度：0.5 倍，改为 1 倍').click()

        await button('换一条漫游').click()
        assert.equal(await page.locator('.tour-list li').count(), tours.length)
        await page.locator(`.tour-list a:has-text("${second.title}")`).click()
        await page.waitForURL((url) => url.searchParams.get('tour') === second.id)
        await isAt(page, second.title, 1, second.countStops)
        await page.locator('.tour-list').waitFor({ state: 'hidden' })
        await page.goBack()
        await isAt(page, first.title, 1, stops.length)
      }),
    )
  }

  await t.test(
    'the globe turns at first, the tour advances by itself, pauses when it is not visible, and stops when the user moves the map',
    () =>
      visit({}, async ({ page, open }) => {
        await resize(page, { width: 1024, height: 700 })
        const tiles = watchTiles(page)
        await page.clock.install()
        await page.emulateMedia({ reducedMotion: 'no-preference' })
        await open('/')
        await globeIsDrawn(page)
        const openingLine = page.locator('.opening-line')
        await openingLine.waitFor()
        await page.emulateMedia({ reducedMotion: 'reduce' })
        // From here on the clock of the page stands still, and the test advances it.
        await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
        await openingLine.waitFor({ state: 'detached' })
        const comesTo = (stop: number) =>
          until(`the map comes to stop ${stop + 1}`, async () => {
            await page.clock.runFor(200)
            const point = stops[stop]?.geometry.coordinates
            // The test ignores map tiles below zoom 4, because such a tile may contain two stops of the tour.
            return point !== undefined && tiles.some((tile) => tile.set === 'mark' && tile.z >= 4 && isOn(tile, point))
          })
        const goesOnTo = async (stop: number) => {
          await until(`the tour goes on to stop ${stop + 1}`, async () => {
            await page.clock.runFor(1000)
            return (await page.locator('.tour-title').innerText()).includes(`${stop + 1} / ${stops.length}`)
          })
          await comesTo(stop)
        }
        await comesTo(0)
        await goesOnTo(1)

        // After the page is scrolled down to the list of places, the map is out of view, so its tour must wait.
        await page
          .locator('.place-index')
          .evaluate((atlas) => atlas.scrollIntoView({ block: 'start', behavior: 'instant' }))
        await stageIsSeen(page, false)
        // The page may still request map tiles for the last movement of the map. The test waits for the end of this
        // movement, so that later requests mean that the tour has continued.
        await until('the map rests', async () => {
          await page.clock.runFor(200)
          return (await page.locator('.mark-buttons button').count()) > 0
        })
        const { length } = tiles
        await page.clock.runFor(60_000)
        await isAt(page, first.title, 2, stops.length)
        assert.equal(tiles.length, length)
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
        await stageIsSeen(page, true)
        await goesOnTo(2)

        const frame = await page.locator('.map-frame').boundingBox()
        assert.ok(frame)
        const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 3]
        await page.mouse.move(x, y)
        await page.mouse.down()
        for (const step of [20, 60, 100, 140]) {
          await page.mouse.move(x - step, y)
          await page.clock.runFor(50)
        }
        await page.mouse.up()
        await until('the cards are what is in view', async () => {
          await page.clock.runFor(200)
          return /画面里有 \d+ 本书/.test(await page.locator('.tour-title').innerText())
        })
        await page.clock.runFor(60_000)
        await page.getByRole('button', { name: '继续漫游' }).click()
        await isAt(page, first.title, 3, stops.length)
        await goesOnTo(3)
      }),
  )

  await t.test('a tour that the address names begins with its first stop, without the turn of the globe', () =>
    visit({ isIsolated: true }, async ({ page, open }) => {
      const [stop] = (await site.visitor.tour.show({ id: second.id })).playData.features
      assert.ok(stop)
      const tiles = watchTiles(page)
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await page.addInitScript(() => {
        const observer = new MutationObserver(() => {
          if (document.querySelector('.opening-line') !== null) document.documentElement.dataset['opened'] = 'true'
        })
        observer.observe(document, { childList: true, subtree: true })
      })
      await open(`/?tour=${second.id}`)
      await until('the map comes to the first stop', async () =>
        tiles.some((tile) => tile.set === 'mark' && tile.z >= 4 && isOn(tile, stop.geometry.coordinates)),
      )
      assert.equal(await page.locator('html[data-opened]').count(), 0)
    }),
  )

  for (const screen of bothScreens) {
    await t.test(`the sentence before the first flight stays clear of the player, on a ${screen}`, () =>
      visit({ screen }, async ({ page, open }) => {
        await page.emulateMedia({ reducedMotion: 'no-preference' })
        await open('/')
        const distance = await page.waitForFunction(() => {
          const [line, bar] = ['.opening-line', '.tour-bar'].map((name) => document.querySelector(name))
          return line && bar && { above: bar.getBoundingClientRect().top - line.getBoundingClientRect().bottom }
        })
        const { above = 0 } = (await distance.jsonValue()) ?? {}
        assert.ok(above >= 8, `${above} px`)
      }),
    )
  }
})

async function isAt(page: Page, title: string, stop: number, stops: number) {
  await page.locator(`.tour-title:has-text("${title}"):has-text("${stop} / ${stops}")`).waitFor()
  const number = await page
    .locator('.swiper-card')
    .evaluateAll((all) => all.findIndex((card) => card.getAttribute('aria-current') === 'true') + 1)
  assert.equal(number, stop)
}

function current(page: Page) {
  return page.locator('.swiper-card[aria-current] .swiper-text').innerText()
}

function stageIsSeen(page: Page, isSeen: boolean) {
  return page.locator('.map-stage').evaluate(
    (stage, wanted) =>
      new Promise<void>((done) => {
        const look = (entries: IntersectionObserverEntry[]) => entries.at(-1)?.isIntersecting === wanted && done()
        new IntersectionObserver(look, { threshold: 0.25 }).observe(stage)
      }),
    isSeen,
  )
}
