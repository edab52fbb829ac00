import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { startTestSite } from '../test-site.ts'
import { startBrowser } from './browser.ts'
import { drawsNothingMore, mapIsAtRest, moves, openGlobe } from './globe.ts'

test('the map can be used by keyboard', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'blank')

  await t.test('every control of the map is reachable', () =>
    visit({}, async ({ page, open }) => {
      await openGlobe({ page, open })
      await page.locator('.skip-link').focus()
      const reached = await tabThrough(page)
      for (const one of [
        'region 地图：方向键移动，加减号缩放',
        'button 放大',
        'button 地名',
        'button 底图与语言',
        'combobox 搜书、作者、地方、标签',
        'button 全部标签',
        'button 继续漫游',
        'button 换一条漫游',
        'button 上一张',
      ])
        assert.ok(reached.has(one), `${one} is not among ${[...reached].join('; ')}`)
      assert.ok([...reached].some((one) => /^mark 这一带有 \d+ 本书/.test(one)))
      assert.ok([...reached].some((one) => /^link .*\d$/.test(one)))
    }),
  )

  await t.test('the focus stays among the marks when the focused one is covered', () =>
    visit({}, async ({ page, open }) => {
      await openGlobe({ page, open })
      const mark = page.locator('.mark-buttons li').first()
      const key = await mark.getAttribute('data-key')
      await mark.getByRole('button').focus()
      await mark.evaluate((element) => {
        const { x, y } = element.getBoundingClientRect()
        const cover = document.createElement('div')
        cover.style.cssText = `position: fixed; z-index: 1000; left: ${x - 20}px; top: ${y - 20}px; width: 40px; height: 40px`
        document.body.append(cover)
        // The button that shows or hides the place names makes the map draw again without moving; the map then removes
        // the button of the mark that `cover` covers.
        document.querySelector<HTMLElement>('button[aria-label="地名"]')?.click()
      })
      await page.locator(`.mark-buttons li[data-key="${key}"]`).waitFor({ state: 'detached' })
      await page.waitForFunction(() => document.activeElement?.closest('.mark-buttons button') !== null)
    }),
  )

  // This subtest opens a new page, because the previous subtest has moved the map by moving through the cards.
  await t.test('a user zooms in on a book and back out', () =>
    visit({}, async ({ page, open }) => {
      await openGlobe({ page, open })
      // The position of a paused tour is unknown, so the test zooms in until a book has a mark of its own.
      const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
      const marks = page.locator('.mark-buttons button')
      while ((await marks.filter({ hasText: /^《/ }).count()) === 0) {
        await marks
          .filter({ hasText: /^这一带有/ })
          .first()
          .focus()
        await moves(page, () => page.keyboard.press('Enter'))
        // Map tiles that arrive late divide some clusters into marks, and the buttons of these clusters are replaced.
        // Therefore the test waits until the map has drawn everything.
        await drawsNothingMore(page)
        await page.waitForFunction(() => document.activeElement?.closest('.mark-buttons button') !== null)
      }
      await marks.first().focus()
      for (let step = 0; step < 60 && !(await focused()).startsWith('《'); step++) await page.keyboard.press('Tab')
      assert.equal(await page.evaluate(() => document.activeElement?.closest('.mark-buttons button') !== null), true)
      const [, title] = /^《(.*)》/.exec(await focused()) ?? []
      await page.keyboard.press('Enter')
      await page.waitForFunction((name) => document.activeElement?.textContent === name, title)
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'mark-title')
      await mapIsAtRest(page)
      await page.keyboard.press('Escape')
      await page.locator('.mark-card').waitFor({ state: 'detached' })
      assert.equal(await page.evaluate(() => document.activeElement?.closest('.map-stage') !== null), true)
    }),
  )
})

/**
 * Presses Tab from the top of the page until the focus leaves the map, and returns the labels of all focused
 * elements.
 */
async function tabThrough(page: Page): Promise<Set<string>> {
  const reached = new Set<string>()
  for (let step = 0; step < 120; step++) {
    await page.keyboard.press('Tab')
    const one = await page.evaluate(() => {
      const { activeElement: element } = document
      if (element === null || element.closest('.place-index') !== null) return null
      const roles: Record<string, string> = {
        A: 'link',
        BUTTON: 'button',
        INPUT: 'combobox',
        UL: 'list',
        CANVAS: 'region',
      }
      const role = element.closest('.mark-buttons') ? 'mark' : roles[element.tagName]
      return `${role} ${(element.getAttribute('aria-label') ?? element.textContent).trim()}`
    })
    if (one === null) return reached
    reached.add(one)
  }
  return assert.fail(`the keyboard does not leave the map: ${[...reached].join('; ')}`)
}
