import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame, Page } from 'playwright'
import sharp from 'sharp'
import { epubOf, paragraphsOf, putEpub } from '../put-epub.ts'
import { startTestSite } from '../test-site.ts'
import { comesToRest, pressWhileComposing, startBrowser } from './browser.ts'
import { choose, openBook, sectionContaining } from './open-book.ts'
import { tellStory } from './tell-story.ts'

const words = '凭水依山筑城'
const chapters = [{ title: '第一章 渡口', paragraphs: [`茶峒地方${words}。`, ...paragraphsOf(20, 120)] }]

test('highlights and notes in a book', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const { bookId } = await putEpub(site, epubOf(chapters))
  const path = `${site.url}/book/${bookId}/read`
  const bar = (page: Page) => page.getByRole('toolbar', { name: '选中的文字' })
  const write = (page: Page) => bar(page).getByRole('button', { name: '写批注' }).click()
  const marksOf = (page: Page) =>
    page.evaluate(() => {
      const [stored = '{}'] = Object.entries(localStorage).flatMap(([key, value]) =>
        key.startsWith('reading:') ? [String(value)] : [],
      )
      const { annotations } = JSON.parse(stored) as { annotations: { color: string; note: string; quote: string }[] }
      return annotations.map(({ color, note, quote }) => `${color} ${quote} ${note}`)
    })

  await t.test('a note can be typed at once and is not lost', () =>
    tellStory(visit, {}, async ({ page }) => {
      const frame = await openBook(page, path, words)
      const field = page.getByRole('textbox', { name: '批注' })
      const begin = async () => {
        await choose(frame, words)
        await write(page)
        await field.waitFor()
      }
      await begin()
      await page.keyboard.type('山水')
      // This Escape belongs to the input method, which is still composing.
      await pressWhileComposing(page, 'jiuzai', ['Escape'])
      assert.equal(await field.inputValue(), '山水jiuzai')
      await page.keyboard.insertText('就在')
      await page.keyboard.press('Escape')
      await field.waitFor({ state: 'detached' })
      await begin()
      assert.equal(await field.inputValue(), '山水就在')
      await page.keyboard.press('End')
      await page.keyboard.type('门前')
      // A tap beside the editor closes it.
      await page.mouse.click(195, 700)
      await field.waitFor({ state: 'detached' })
      await begin()
      await page.keyboard.press('End')
      await page.keyboard.type('。')
      await page.reload()
      await sectionContaining(page, words)
      assert.deepEqual(await marksOf(page), [`yellow ${words} 山水就在门前。`])
    }),
  )

  await t.test('words that are marked are not marked a second time', () =>
    visit({}, async ({ page }) => {
      const frame = await openBook(page, path, words)
      await choose(frame, words)
      await page.getByRole('button', { name: '标成绿色' }).click()
      await choose(frame, words)
      await bar(page).waitFor()
      await page.keyboard.press('h')
      await choose(frame, '依山')
      await page.getByRole('button', { name: '标成蓝色' }).click()
      assert.deepEqual(await marksOf(page), [`blue ${words} `])
      // The same words, selected from the end of the text before them to the start of the text behind them.
      await frame.evaluate((words) => {
        const [, paragraph, next] = document.querySelectorAll('h1, p')
        const [text] = paragraph?.childNodes ?? []
        const at = text?.nodeValue?.indexOf(words) ?? 0
        const split = (text as Text).splitText(at)
        split.splitText(words.length)
        if (text && next) document.getSelection()?.setBaseAndExtent(text, at, split, words.length)
      }, words)
      await write(page)
      await page.keyboard.type('笔记')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('form', { name: '批注' }).waitFor({ state: 'detached' })
      await choose(frame, '茶峒')
      await bar(page).waitFor()
      await page.keyboard.press('h')
      assert.deepEqual((await marksOf(page)).toSorted(), [`blue ${words} 笔记`, 'blue 茶峒 '])
    }),
  )

  for (const theme of ['light', 'dark'] as const)
    await t.test(`marks leave the letters readable, in the ${theme} theme`, () =>
      visit({ theme, scale: 2, isIsolated: true }, async ({ page }) => {
        const frame = await openBook(page, path, words)
        const plain = await coloursOf(page, frame)
        for (const name of ['标成黄色', '标成绿色', '标成蓝色', '标成粉色']) {
          await choose(frame, '水依山筑')
          await page.getByRole('button', { name }).click()
          // A longer mark lies over the first one.
          await choose(frame, `地方${words}`)
          await page.getByRole('button', { name }).click()
          await comesToRest(page)
          const { paper, contrast } = await coloursOf(page, frame)
          assert.notDeepEqual(paper, plain.paper, name)
          assert.ok(contrast >= 7, `${name}: ${contrast}`)
        }
      }),
    )

  await t.test('on a phone the toolbar has words in one row and covers no text', () =>
    visit({ screen: 'phone' }, async ({ page }) => {
      const frame = await openBook(page, path, words)
      await choose(frame, words)
      await bar(page).waitFor()
      const buttons = await bar(page)
        .getByRole('button')
        .evaluateAll((all) =>
          all.flatMap((one) => {
            const { top, width, height } = one.getBoundingClientRect()
            return width > 0 ? [{ top, isLarge: Math.min(width, height) >= 44, word: one.textContent }] : []
          }),
        )
      assert.deepEqual(
        buttons.map(({ word, isLarge }) => [word, isLarge]),
        ['标记', '批注', '读音', '复制', '出处', '图片'].map((word) => [word, true]),
      )
      assert.equal(new Set(buttons.map(({ top }) => top)).size, 1)
      const [text, box] = [await page.locator('.reader-text').boundingBox(), await bar(page).boundingBox()]
      assert.ok(text && box && box.y >= text.y + text.height - 1 && box.y + box.height <= 844)
      await bar(page).getByRole('button', { name: '标记' }).click()
      assert.deepEqual(await marksOf(page), [`yellow ${words} `])
    }),
  )
})

/**
 * Returns the colour behind the marked words, which is the most frequent one there, and the contrast between it and the
 * colour of the letters, which is the one that differs most from it.
 */
async function coloursOf(page: Page, frame: Frame) {
  const clip = await frame.evaluate(() => {
    const around = window.frameElement?.getBoundingClientRect() ?? new DOMRect()
    const range = document.createRange()
    const text = document.querySelector('p')?.firstChild
    if (!text) throw new Error('no text')
    range.setStart(text, 5)
    range.setEnd(text, 8)
    const { x, y, width, height } = range.getBoundingClientRect()
    return { x: around.x + x, y: around.y + y, width, height }
  })
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const counts = new Map<string, number>()
  for (let at = 0; at < info.width * info.height * 3; at += 3) {
    const colour = data.subarray(at, at + 3).join()
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const [[paper = ''] = []] = [...counts].toSorted((one, other) => other[1] - one[1])
  return { paper, contrast: Math.max(...[...counts.keys()].map((colour) => contrastOf(colour, paper))) }
}

function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = colour.split(',').map((part) => {
    const share = Number(part) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
