import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame, Page } from 'playwright'
import { findBookId } from '../find-book-id.ts'
import { epubOf, paragraphsOf, putEpub } from '../put-epub.ts'
import { startTestSite } from '../test-site.ts'
import { resize, startBrowser } from './browser.ts'
import { openBook, percentRead, sectionContaining } from './open-book.ts'

const chapters = [
  { title: '第一章 渡口', paragraphs: ['茶峒地方凭水依山筑城。', ...paragraphsOf(20, 120)] },
  { title: '第二章 白塔', paragraphs: ['小溪流下去，绕山岨流。'] },
]

test('the layout of the reader', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const { bookId } = await putEpub(site, epubOf(chapters))

  await t.test('after a jump the slider and the buttons beside it are wide enough, and focus rings are whole', () =>
    visit({ screen: 'phone' }, async ({ page }) => {
      await openBook(page, `${site.url}/book/${bookId}/read`, '茶峒')
      await page.getByRole('slider', { name: '读到哪里' }).press('End')
      await sectionContaining(page, '绕山岨流')
      await page.getByRole('button', { name: /^回到 \d/ }).waitFor()
      await page.getByRole('button', { name: '读完了' }).waitFor()
      for (const [width, least] of [
        [390, 120],
        [360, 90],
        [320, 50],
      ] as const) {
        await resize(page, { width, height: 844 })
        const boxes = await footBoxes(page)
        assert.ok(
          boxes.every((box) => box.width >= 44 && box.right <= width),
          JSON.stringify(boxes),
        )
        const slider = boxes.find((box) => box.role === 'range')
        assert.ok(slider && slider.width >= least, `at ${width} px the slider is ${slider?.width} px wide`)
      }
      await page.getByRole('button', { name: '上一页' }).focus()
      for (let tabs = 0; tabs < 5; tabs += 1) {
        assert.deepEqual(await cutRing(page), [], `focus ring after ${tabs} tabs`)
        await page.keyboard.press('Tab')
      }
    }),
  )

  await t.test('after a click on the slider the keys turn pages, and so do they on the slider itself', async () => {
    const long = await putEpub(site, epubOf([{ title: '长河', paragraphs: paragraphsOf(100, 120) }]), '长河')
    await visit({ screen: 'phone' }, async ({ page }) => {
      await openBook(page, `${site.url}/book/${long.bookId}/read`, '长河')
      const slider = page.getByRole('slider', { name: '读到哪里' })
      const { x = 0, y = 0, width = 0, height = 0 } = (await slider.boundingBox()) ?? {}
      await page.mouse.click(x + width / 2, y + height / 2)
      const moves = async (act: () => Promise<void>, by: 1 | -1) => {
        const before = await percentRead(page)
        await act()
        await page.waitForFunction(
          ([before, by]) => {
            const moved = Number.parseFloat(document.querySelector('.reader-percent')?.textContent ?? '') - before
            return moved * by > 0 && Math.abs(moved) < 9
          },
          [before, by] as const,
        )
      }
      await page.waitForFunction(() => document.querySelector('.reader-percent')?.textContent !== '0%')
      await moves(() => page.keyboard.press('PageDown'), 1)
      await moves(() => page.keyboard.press('ArrowLeft'), -1)
      await slider.focus()
      await moves(() => page.keyboard.press('PageDown'), 1)
      await moves(() => page.keyboard.press('PageUp'), -1)
      await slider.press('Home')
      await page.waitForFunction(() => document.querySelector('.reader-percent')?.textContent === '0%')
    })
  })

  await t.test('a click turns the page up to both edges of the window', () =>
    visit({}, async ({ page }) => {
      await resize(page, { width: 1000, height: 800 })
      await openBook(page, `${site.url}/book/${bookId}/read`, '茶峒')
      const measure = page.locator('.reader-measure')
      await measure.click()
      const at = (number: number) => measure.getByText(new RegExp(`^第 ${number} /`)).waitFor()
      for (const [y, left, right] of [
        [400, 1, 998],
        [54, 10, 990],
        [790 - 48, 28, 972],
      ] as const) {
        await at(1)
        await page.mouse.click(right, y)
        await at(2)
        await page.mouse.click(left, y)
      }
      await at(1)
      // A click in the margin between the sides hides the bars, as one on the text does.
      await page.mouse.click(500, 52)
      await page.locator('.reader[data-bare]').waitFor()
    }),
  )

  for (const isVertical of [false, true])
    await t.test(`a turn of scrolled text repeats the last two lines, ${isVertical ? 'vertical' : 'horizontal'}`, () =>
      visit({ screen: 'phone' }, async ({ page }) => {
        await page.addInitScript(
          (settings) => localStorage.setItem('reading-settings', settings),
          JSON.stringify({ flow: 'scrolled', isVertical }),
        )
        const frame = await openBook(page, `${site.url}/book/${bookId}/read`, '茶峒')
        const text = await frame.frameElement()
        const offset = async () => (await text.boundingBox())?.[isVertical ? 'x' : 'y'] ?? 0
        const line = await frame.evaluate(() => Number.parseFloat(getComputedStyle(document.body).lineHeight))
        const window = await page.locator('.reader-text').boundingBox()
        const size = window?.[isVertical ? 'width' : 'height'] ?? 0
        const before = await offset()
        await page.keyboard.press('PageDown')
        while ((await offset()) === before) await page.evaluate(() => new Promise(requestAnimationFrame))
        assert.ok(line > 20 && Math.abs(Math.abs((await offset()) - before) - (size - 2 * line)) < 2)
      }),
    )

  await t.test('the settings show a sample while the page has no text, such as a cover', async () => {
    const id = await findBookId(site.db, '古文观止')
    await visit({}, async ({ page }) => {
      await openBook(page, `${site.url}/book/${id}/read`, '')
      await page.keyboard.press('s')
      const sample = page.locator('.reader-sample')
      await sample.waitFor()
      const sizeOf = () => sample.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
      const before = await sizeOf()
      await page.getByRole('button', { name: '字号加' }).click()
      assert.equal(await sizeOf(), before + 1)
      const slider = page.getByRole('slider', { name: '读到哪里' })
      await slider.press('End')
      await sample.waitFor({ state: 'detached' })
      await slider.press('Home')
      await page.getByText('繁體').click()
      await sample.getByText('有龍則靈').waitFor()
    })
  })

  await t.test('the mark of a note never begins a line', async () => {
    const id = await findBookId(site.db, '古文观止')
    await visit({}, async ({ page }) => {
      await openBook(page, `${site.url}/book/${id}/read`, '')
      await page.keyboard.press('t')
      const contents = page.getByRole('region', { name: '目录' })
      await contents.getByRole('searchbox', { name: '在目录里找' }).fill('谏太宗十思疏')
      await contents.getByRole('button', { name: '谏太宗十思疏', exact: true }).press('Enter')
      const frame = await sectionContaining(page, '塞源而欲流长也')
      await page.keyboard.press('Escape')
      await contents.waitFor({ state: 'detached' })
      for (const width of [1440, 1200, 900, 390]) {
        await resize(page, { width, height: 900 })
        assert.deepEqual(await separatedMarks(frame), [], `at ${width} px`)
      }
    })
  })
})

/** Returns the size of each control in the bar below the text. */
function footBoxes(page: Page) {
  return page.locator('.reader-foot :is(button, input)').evaluateAll((controls) =>
    controls.map((control) => {
      const { width, right } = control.getBoundingClientRect()
      return { role: control.getAttribute('type'), width, right }
    }),
  )
}

/** Returns the sides at which the focus ring of the focused control reaches beyond the bar below the text. */
function cutRing(page: Page) {
  return page.evaluate(() => {
    const control = document.activeElement
    const foot = control?.closest('.reader-foot')?.getBoundingClientRect()
    if (!control || !foot) return ['outside the bar']
    const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(control)
    if (outlineStyle === 'none') return ['no ring']
    const reach = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
    const box = control.getBoundingClientRect()
    return [box.top - reach < foot.top && 'above', box.bottom + reach > foot.bottom && 'below'].filter(Boolean)
  })
}

/** Returns the texts of the marks of notes that stand on another line than the character before them. */
function separatedMarks(frame: Frame) {
  return frame.evaluate(() => {
    const marks = [...document.querySelectorAll('.noteref')]
    if (marks.length < 4) return ['too few notes']
    const isSeparated = (mark: Element) => {
      const before = mark.previousSibling
      if (!(before instanceof Text) || before.length === 0) return false
      const range = document.createRange()
      range.setStart(before, before.length - 1)
      range.setEnd(before, before.length)
      const character = range.getBoundingClientRect()
      const box = mark.getClientRects()[0]
      return box === undefined || box.top > character.bottom || box.left < character.left
    }
    return marks.filter(isSeparated).map((mark) => mark.textContent)
  })
}
