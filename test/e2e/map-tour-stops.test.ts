import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import type { Tour, TourStop } from '#shared/api/place/tour.ts'
import { globeRadius } from '#web/frame/globe/view/globe-size.ts'
import { startTestSite } from '../test-site.ts'
import { bothScreens, startBrowser } from './browser.ts'
import { drawsNothingMore, openGlobe, until } from './globe.ts'
import { requireAccessibleInBothThemes } from './require-accessible.ts'

test('the stops of a tour', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'blank')
  const { list } = await site.visitor.tour.list()
  const tours = await Promise.all(list.map(({ id }) => site.visitor.tour.show({ id })))
  const [, second, third] = tours
  assert.ok(second && third)

  for (const screen of bothScreens) {
    await t.test(`the end of a tour leads to the next one and back to its begin, on a ${screen}`, () =>
      visit({ screen }, async ({ page, open }) => {
        await openGlobe({ page, open }, `/?tour=${second.id}`)
        const end = page.getByRole('group', { name: '这条漫游到终点了' })
        await page.getByRole('button', { name: '上一站' }).click()
        await end.waitFor()
        await requireAccessibleInBothThemes(page)
        await end.getByRole('button', { name: '再看一遍' }).click()
        await isAt(page, second, 0)
        await end.waitFor({ state: 'detached' })
        await until('the focus is on the button that pauses the tour', () => isFocused(page, '暂停漫游'))
        await page.getByRole('button', { name: '暂停漫游' }).click()
        await page.getByRole('button', { name: '上一站' }).click()
        await end.getByRole('link', { name: `下一条：${third.title}` }).click()
        await page.waitForURL((url) => url.searchParams.get('tour') === third.id)
        await isAt(page, third, 0)
        await until('the focus is on the button that pauses the tour', () => isFocused(page, '暂停漫游'))
      }),
    )
  }

  for (const screen of bothScreens) {
    await t.test(`the controls stay where they are, at every stop and place, on a ${screen}`, () =>
      visit({ screen }, async ({ page, open }) => {
        const boxOfBar = () => page.locator('.tour-bar').boundingBox()
        await open(`/?tour=${second.id}`)
        await isAt(page, second, 0)
        const box = await boxOfBar()
        assert.ok(box)
        if (screen === 'desktop') {
          // The credits of the map share the row of the controls, so that the globe has the height of a row more.
          const credits = await page.locator('.map-credits').boundingBox()
          assert.ok(credits && credits.x + credits.width <= box.x && credits.y + credits.height > box.y)
        }
        const heights = new Set<number | undefined>()
        for (let stop = 1; stop < Math.min(5, second.playData.features.length); stop++) {
          await page.getByRole('button', { name: '下一站' }).click()
          await isAt(page, second, stop)
          assert.deepEqual(await boxOfBar(), box)
          heights.add((await page.locator('.swiper-card[aria-current]').boundingBox())?.height)
        }
        assert.ok(screen === 'desktop' || heights.size > 1, 'the cards of the stops are equally high')
        await open(
          `/map?place=${second.playData.features.find(({ properties }) => properties.place)?.properties.place?.id}`,
        )
        assert.deepEqual(await boxOfBar(), box)
      }),
    )
  }

  await t.test('the longest title of a tour and the number of its stop fit a phone', () =>
    visit({ screen: 'phone' }, async ({ page, open }) => {
      const [longest] = tours.toSorted((a, b) => b.title.length - a.title.length)
      assert.ok(longest && longest.title.length > 15)
      await open(`/?tour=${longest.id}`)
      await isAt(page, longest, 0)
      const hidden = await page.locator('.tour-title').evaluate((line) => line.scrollHeight - line.clientHeight)
      assert.ok(hidden <= 1, `${hidden} px of the title are hidden`)
    }),
  )

  await t.test('a playing tour ends at its last stop, and begins anew when it is played again', () =>
    visit({}, async ({ page, open }) => {
      await page.clock.install()
      await openGlobe({ page, open }, `/?tour=${second.id}`)
      const end = page.getByRole('group', { name: '这条漫游到终点了' })
      await page.getByRole('button', { name: '上一站' }).click()
      await end.waitFor()
      await page.getByRole('button', { name: '继续漫游' }).click()
      await end.waitFor({ state: 'detached' })
      await until('the tour ends', async () => {
        await page.clock.runFor(2000)
        return end.isVisible()
      })
      await isAt(page, second, second.playData.features.length - 1)
      await page.getByRole('button', { name: '继续漫游' }).click()
      await isAt(page, second, 0)
    }),
  )

  await t.test('the card of the stop is in view although a slow browser ends the scrolling too early', () =>
    visit({ screen: 'phone', before: endScrollsEarly }, async ({ page, open }) => {
      await openGlobe({ page, open }, `/?tour=${second.id}`)
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      for (const stop of [1, 2]) {
        await page.getByRole('button', { name: '下一站' }).click()
        await isAt(page, second, stop)
        await until('the card is at the start', () =>
          page.locator('.swiper-card').evaluateAll((cards, stop) => {
            const { left = -1, right = 0 } = cards[stop]?.getBoundingClientRect() ?? {}
            return cards[stop]?.ariaCurrent === 'true' && left >= 0 && right <= innerWidth
          }, stop),
        )
      }
    }),
  )

  await t.test('a click on the number of a stop on the map goes to this stop', () =>
    visit({}, async ({ page, open }) => {
      const { tour, from, to, right, up } = findNeighbours(tours)
      await openGlobe({ page, open }, `/?tour=${tour.id}`)
      for (let stop = 0; stop < from; stop++) await page.getByRole('button', { name: '下一站' }).click()
      await isAt(page, tour, from)
      await drawsNothingMore(page)
      const frame = await page.locator('.map-frame').boundingBox()
      assert.ok(frame)
      await page.mouse.click(frame.x + frame.width / 2 + right, frame.y + frame.height / 2 - up)
      await isAt(page, tour, to)
    }),
  )
})

/** Makes every smooth scroll end halfway, as it does in a browser that is too slow to draw its frames. */
function endScrollsEarly() {
  const scroll = Element.prototype.scrollTo
  Element.prototype.scrollTo = function (this: Element, options?: ScrollToOptions | number) {
    if (typeof options !== 'object') return
    const isCut = options.behavior === 'smooth'
    const left = isCut ? (this.scrollLeft + (options.left ?? 0)) / 2 : (options.left ?? 0)
    Reflect.apply(scroll, this, [{ ...options, left, behavior: 'instant' }])
  }
}

async function isAt(page: Page, { title, playData }: Tour, stop: number) {
  await page.locator(`.tour-title:has-text("${title}"):has-text("${stop + 1} / ${playData.features.length}")`).waitFor()
}

/**
 * Returns two stops of a tour, and the distance in pixels of the second to the right of and above the first one, when
 * the map is at the first one. The distance is so large that their numbers do not overlap, and so small that both are
 * in the window.
 */
function findNeighbours(tours: Tour[]) {
  for (const tour of tours)
    for (const [from, start] of tour.playData.features.entries())
      for (const [to, end] of tour.playData.features.entries()) {
        const { right, up } = distanceOnScreen(start, end)
        const distance = Math.hypot(right, up)
        const isAlone = tour.playData.features.every((other) => {
          const at = distanceOnScreen(start, other)
          return other === end || Math.hypot(at.right - right, at.up - up) > 40
        })
        if (distance > 45 && distance < 110 && isAlone) return { tour, from, to, right, up }
      }
  return assert.fail('no tour has two stops that are near to each other')
}

/** Returns the distance in pixels of a stop from another in whose middle the map is, near the middle of the globe. */
function distanceOnScreen({ geometry, properties: { zoom } }: TourStop, other: TourStop) {
  const radians = Math.PI / 180
  const [[lng, lat], [otherLng, otherLat]] = [geometry.coordinates, other.geometry.coordinates]
  const radius = globeRadius(Math.min(zoom, 8), lat)
  return {
    right: radius * Math.cos(otherLat * radians) * Math.sin((otherLng - lng) * radians),
    up: radius * Math.sin((otherLat - lat) * radians),
  }
}

function isFocused(page: Page, name: string): Promise<boolean> {
  return page.evaluate((label) => document.activeElement?.getAttribute('aria-label') === label, name)
}
