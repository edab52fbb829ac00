import assert from 'node:assert/strict'
import type { Page } from 'playwright'

/**
 * Presses the pointer on the top of a sheet (a panel at the lower edge of the window), moves it down by a distance in
 * pixels, and releases it, as a user closes the sheet. `selector` finds the element at the top of the sheet.
 */
export async function pullDown(page: Page, selector: string, distance: number) {
  const box = await page.locator(selector).boundingBox()
  assert.ok(box)
  const [x, y] = [box.x + box.width / 2, box.y + 8]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + distance, { steps: 4 })
  await page.mouse.up()
}
