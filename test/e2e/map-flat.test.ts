import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { startTestSite } from '../test-site.ts'
import { bothScreens, startBrowser } from './browser.ts'
import { readMarkZoom } from '../mark-circles.ts'
import { findScript } from './find-script.ts'
import { openGlobe } from './globe.ts'

test('a flat map replaces the globe where WebGL is not available', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'living')

  for (const screen of bothScreens) {
    await t.test(`the flat map works without WebGL 2, on a ${screen}`, () =>
      visit({ screen, before: withoutWebGL2 }, async ({ page, open }) => {
        await open('/')
        await flatMapWorks(page)
        assert.equal(await page.locator('.map-controls').count(), 0)
        assert.equal(await page.locator('.globe-canvas').count(), 0)
        const isSearchFirst = await page.locator('.map-search input').evaluate((field) => {
          const mark = document.querySelector('.flat-map button')
          return mark !== null && (field.compareDocumentPosition(mark) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
        })
        assert.ok(isSearchFirst, 'a keyboard reaches the search field before the marks')

        // The tour, which moves from one place to the next, also works on the flat map.
        await page.getByRole('button', { name: '上一站' }).click()
        await page.locator('.swiper-stop[aria-current]').waitFor()
        const before = await page.locator('.flat-current').getAttribute('style')
        await page.getByRole('button', { name: '下一站' }).click()
        await page.waitForFunction(
          (style) => document.querySelector('.flat-current')?.getAttribute('style') !== style,
          before,
        )
      }),
    )
  }

  await t.test('the flat map appears when the globe’s script fails to load', () =>
    visit({ expected: [/net::ERR_FAILED/] }, async ({ page, open }) => {
      await page.route(`**${await findScript('`globe-view`')}`, (route) => route.abort())
      await open('/')
      await flatMapWorks(page)
    }),
  )

  await t.test('the flat map appears when the WebGL context is lost', () =>
    visit({}, async (it) => {
      await openGlobe(it)
      await it.page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>('.maplibregl-canvas')
        canvas?.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext()
      })
      await flatMapWorks(it.page)
    }),
  )
})

function withoutWebGL2() {
  const { getContext } = HTMLCanvasElement.prototype
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: [string]) {
    return given[0] === 'webgl2' ? null : getContext.apply(this, given)
  } as typeof getContext
}

/** Checks that the numbers of the flat map are those of the globe, and that the books of a circle are shown. */
async function flatMapWorks(page: Page) {
  await page.locator('.map-stage[data-map="flat"] .flat-map').waitFor()
  const marks = page.getByRole('list', { name: '地图上的标记' }).getByRole('button')
  await marks.first().waitFor()
  assert.ok((await marks.count()) > 15)
  assert.deepEqual(await misplaced(page), [])
  // The circles stand for the same cells as those of the globe and have the same numbers.
  const texts = (await marks.allInnerTexts()).map(Number)
  const zoom = texts.length > 40 ? 1 : 0
  const circles = await readMarkZoom(new URL(page.url()).origin, zoom)
  const inOrder = (numbers: number[]) => numbers.toSorted((a, b) => a - b)
  assert.deepEqual(inOrder(texts), inOrder(circles.map((circle) => circle.count)))
  // The largest circle is in the east of China, which is in the upper right.
  const count = Math.max(...texts)
  const largest = page.getByRole('button', { name: `这一带有 ${count} 本书，看下面的卡片` })
  const [box, map] = [await largest.boundingBox(), await page.locator('.flat-map img').boundingBox()]
  assert.ok(box && map && box.x > map.x + map.width * 0.7 && box.y < map.y + map.height * 0.6)
  await largest.click()
  await page.locator(`.tour-title:has-text("画面里有 ${count} 本书")`).waitFor()
  const title = await page.locator('.swiper-title').first().innerText()
  await page.locator('.swiper-title').first().click()
  await page.locator(`.mark-card h2:has-text("${title}")`).waitFor()
  await page.getByRole('link', { name: '关闭' }).click()
  await page.locator('.mark-card').waitFor({ state: 'detached' })
}

/**
 * Returns the labels of those buttons on the flat map that extend over its edges, and of those whose middle is covered
 * by another element, which may be the pin.
 */
function misplaced(page: Page): Promise<string[]> {
  return page.locator('.flat-map button').evaluateAll((all) => {
    const map = document.querySelector('.flat-map img')?.getBoundingClientRect()
    return all
      .filter((button) => {
        const { x, y, width, height, right, bottom } = button.getBoundingClientRect()
        const isInside = map && x >= map.x && y >= map.y && right <= map.right && bottom <= map.bottom
        const middle = document.elementsFromPoint(x + width / 2, y + height / 2)
        return !isInside || middle.find((one) => one.closest('.flat-map')) !== button
      })
      .map((button) => button.ariaLabel ?? '')
  })
}
