import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { resize } from './browser.ts'

/** Fails if the page is wider than a common window width, or if a button or link is too small for touch. */
export async function requireFit(page: Page) {
  for (const width of [1440, 768, 320, 390]) {
    await resize(page, { width, height: 900 })
    assert.deepEqual(await listOverflowing(page), [], `${width} px`)
  }
  // The last width is that of a phone, on which users touch the buttons and links.
  assert.deepEqual(await listSmallTargets(page), [])
}

/** Lists the elements that extend beyond the right edge of the window. */
export function listOverflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const isWide = (element: Element) => element.getBoundingClientRect().right > clientWidth
    const isScrolled = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX !== 'visible' || isScrolled(element.parentElement))
    const wide = [...document.querySelectorAll('body *')].filter((element) => isWide(element) && !isScrolled(element))
    return [`${scrollWidth} px`, ...wide.slice(0, 6).map(({ outerHTML }) => outerHTML.slice(0, 150))]
  })
}

function listSmallTargets(page: Page): Promise<string[]> {
  return page
    .locator('button:visible, .button:visible, .header a:visible, .tab-bar a:visible, .logo:visible')
    .evaluateAll((all) =>
      all
        .map((element) => {
          // A pseudo-element that covers a button or link also receives the touch, so its height counts if it is
          // larger.
          const { position, height } = getComputedStyle(element, '::after')
          const reach = position === 'absolute' ? parseFloat(height) : 0
          return { text: element.textContent, height: Math.max(reach, element.getBoundingClientRect().height) }
        })
        .filter(({ height }) => height < 44)
        .map(({ text, height }) => `${text}: ${height} px`),
    )
}
