import assert from 'node:assert/strict'
import type { Frame, Page } from 'playwright'

/** Returns a property of the computed style of an element of the book; null if there is no such element. */
export function styleOf(frame: Frame, selector: string, property: string): Promise<string | null> {
  return frame.evaluate(
    ([selector, property]) => {
      const element = document.querySelector(selector)
      return element && getComputedStyle(element).getPropertyValue(property)
    },
    [selector, property] as const,
  )
}

/** Requires that a picture of the book has been loaded with a width. */
export async function requireDrawn(frame: Frame, id: string) {
  const width = await frame.evaluate(async (id) => {
    const picture = document.getElementById(id)
    if (!(picture instanceof HTMLImageElement)) return 0
    return picture.decode().then(
      () => picture.naturalWidth,
      () => 0,
    )
  }, id)
  assert.ok(width > 0, `the picture ${id} is not drawn`)
}

/** Returns the file names and the rectangles in the window of the visible fixed-layout pages, from left to right. */
export async function fixedBoxes(page: Page) {
  const boxes = await page.locator('fixed-pages > div').evaluateAll((pages) =>
    pages
      .filter((each) => getComputedStyle(each).visibility !== 'hidden')
      .map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect()
        const name = each.querySelector('iframe')?.contentWindow?.location.pathname.split('/').at(-1) ?? ''
        return { name, x, y, width, height }
      }),
  )
  return boxes.filter(({ width }) => width > 0).toSorted((one, other) => one.x - other.x)
}

/** Waits until the visible fixed pages have the given names, from left to right. */
export async function waitForFixed(page: Page, names: string) {
  const shown = async () => (await fixedBoxes(page)).map(({ name }) => name).join()
  for (let tries = 0; tries < 200 && (await shown()) !== names; tries += 1) await page.waitForTimeout(50)
  assert.equal(await shown(), names)
}

/** Returns the x coordinate in the window of the middle of an element of a section. */
export async function middleOf(frame: Frame, selector: string): Promise<number> {
  return frame.evaluate((selector) => {
    const outer = window.frameElement?.getBoundingClientRect()
    const { left = 0, width = 0 } = document.querySelector(selector)?.getBoundingClientRect() ?? {}
    return (outer?.left ?? 0) + left + width / 2
  }, selector)
}

/** Returns the frame of a section by the last part of its path, as soon as the section has been laid out. */
export async function frameAt(page: Page, name: string): Promise<Frame> {
  for (let tries = 0; tries < 200; tries += 1) {
    const frame = page.frames().find((each) => each.url().endsWith(`/${name}`))
    const isLoaded = await frame?.evaluate(() => document.readyState === 'complete').catch(() => false)
    if (frame !== undefined && isLoaded) {
      await page.locator('.reader-text[aria-busy="false"]').waitFor({ state: 'attached' })
      return frame
    }
    await page.waitForTimeout(50)
  }
  throw new Error(`no section ${name}`)
}

/** Chooses an entry of the table of contents and returns the frame of its section. */
export async function goTo(page: Page, label: string, name = label): Promise<Frame> {
  const panel = page.getByRole('region', { name: '目录' })
  if ((await panel.count()) === 0) await page.getByRole('button', { name: '目录', exact: true }).click()
  await panel.getByRole('button', { name: label, exact: true }).click()
  await panel.getByRole('button', { name: '关闭' }).click()
  await panel.waitFor({ state: 'detached' })
  return frameAt(page, name)
}
