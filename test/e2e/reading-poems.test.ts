import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Frame, Page } from 'playwright'
import { encode } from 'uqr'
import { drawPassagePicture } from '#server/engines/cover/draw-passage-picture.ts'
import { loadSharp } from '#server/engines/picture/load-sharp.ts'
import { startTestSite } from '../test-site.ts'
import { resize, startBrowser } from './browser.ts'
import { requireAccessible } from './require-accessible.ts'
import { choose, openBook, percentRead, sectionContaining } from './open-book.ts'
import { findBookId } from '../find-book-id.ts'

/** The test uses a book of the shipped library with a cover and many poems in each section. */
test('reading a book of poems', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const id = await findBookId(site.db, '唐诗三百首')
  const path = `${site.url}/book/${id}/read`

  await t.test('the cover is centred in the window', () =>
    visit({}, async ({ page }) => {
      const frame = await openBook(page, path, '')
      const picture = await (await frame.locator('img').elementHandle())?.boundingBox()
      assert.ok(picture)
      assert.ok(Math.abs(picture.x + picture.width / 2 - 720) < 2, `its middle is at ${picture.x + picture.width / 2}`)
      assert.ok(picture.y >= 0 && picture.y + picture.height <= 900)
    }),
  )

  await t.test('the title page is centred in the window', () =>
    visit({}, async ({ page }) => {
      await openBook(page, path, '')
      await page.keyboard.press('ArrowRight')
      const frame = await sectionContaining(page, '蘅塘退士')
      for (const selector of ['h1', '.by', '.facts']) {
        const middle = await middleOnPage(frame, selector)
        assert.ok(Math.abs(middle - 720) < 3, `the middle of ${selector} is at ${middle}`)
      }
      await page.keyboard.press('ArrowRight')
      await sectionContaining(page, '行宫')
    }),
  )

  await t.test('a passage names the poet and the poem, in the copied text and in the picture', async () => {
    const source = '——王昌龄《芙蓉楼送辛渐》，《唐诗三百首》'
    await visit({ isIsolated: true }, async ({ page }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await openBook(page, path, '')
      await openChapter(page, '芙蓉楼送辛渐')
      await choose(await sectionContaining(page, '寒雨连江'), '寒雨连江夜入吴')
      await page.getByRole('toolbar', { name: '选中的文字' }).waitFor()
      await page.keyboard.press('c')
      await page.getByText('已复制，并注明了出处').waitFor()
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `寒雨连江夜入吴\n${source}`)
      await page.keyboard.press('p')
      await page.getByRole('img', { name: `寒雨连江夜入吴 ${source}` }).waitFor()
    })
    const { fileId, contents } = await site.visitor.reading.outline({ bookId: id })
    const book = await site.visitor.book.show({ id })
    const { publicUrl } = await site.visitor.site.show({})
    for (const [text, title, by] of [
      ['寒雨连江夜入吴', '芙蓉楼送辛渐', '王昌龄'],
      ['不知愁', '闺怨', '王昌龄'],
      ['独在异乡', '九月九日忆山东兄弟', '王维'],
    ] as const) {
      const chapter = contents.findIndex(({ label }) => label === title)
      const fields = { file: fileId, section: `${contents[chapter]?.section}`, chapter: `${chapter}`, text }
      const sent = await fetch(`${site.url}/share/passage/${id}.png?${new URLSearchParams(fields)}`)
      const picture = Buffer.from(await sent.arrayBuffer())
      const drawn = { lines: [text], chapter: title, site: { name: '知图', publicUrl } }
      assert.ok(picture.equals(await drawPassagePicture({ ...drawn, book, by })), title)
      assert.ok(!picture.equals(await drawPassagePicture({ ...drawn, book, by: '' })), title)
      const { data, size } = encode(`${publicUrl}/book/${id}`, { ecc: 'M', border: 2 })
      assert.deepEqual(await codeOf(picture, size), data)
    }
  })

  await t.test('the mark of a note does not move its verse, and opens the note', () =>
    visit({ screen: 'phone' }, async ({ page }) => {
      await openBook(page, path, '')
      await openChapter(page, '渭川田家')
      const frame = await sectionContaining(page, '斜阳照墟落')
      const [marked, plain] = await frame.evaluate(() =>
        ['斜阳照墟落', '野老念牧童'].map((words) => {
          const verse = [...document.querySelectorAll('.verse p')].find((one) => one.textContent?.startsWith(words))
          const range = document.createRange()
          range.selectNode(verse?.firstChild ?? document.body)
          const { left, right } = range.getBoundingClientRect()
          return { left, right }
        }),
      )
      assert.ok(Math.abs((marked?.left ?? 0) - (plain?.left ?? 99)) < 1, `${marked?.left}, ${plain?.left}`)
      const mark = frame.locator('.verse p:has-text("斜阳照墟落") .noteref')
      const box = await mark.boundingBox()
      assert.ok(box && box.width > 10 && box.x + box.width <= 390)
      await mark.click()
      await page.locator('.footnote-box').waitFor()
    }),
  )

  await t.test('in vertical writing a poem begins as high as its title and stands in the middle of the page', () =>
    visit({ screen: 'phone', isIsolated: true }, async ({ page }) => {
      await page.goto(`${site.url}/readyz`)
      await page.evaluate(() => localStorage.setItem('reading-settings', '{"isVertical":true}'))
      await openBook(page, path, '')
      await openChapter(page, '闺怨')
      const frame = await sectionContaining(page, '闺中少妇')
      const { tops, margins } = await frame.evaluate(() => {
        const piece = [...document.querySelectorAll('.piece')].find((one) => one.textContent?.includes('闺中少妇'))
        const parts = [...(piece?.querySelectorAll('h2, .by, .verse p') ?? [])]
        const { marginTop, marginBottom } = getComputedStyle(piece ?? document.body)
        const margins = [marginTop, marginBottom].map(Number.parseFloat)
        return { tops: parts.map((part) => part.getBoundingClientRect().top), margins }
      })
      assert.equal(tops.length, 4)
      assert.ok(Math.max(...tops) - Math.min(...tops) < 1, `${tops.join()}`)
      assert.ok((margins[0] ?? 0) > 50 && margins[0] === margins[1], `${margins.join()}`)
    }),
  )

  await t.test('search results are labelled with their poem', () =>
    visit({}, async ({ page }) => {
      await openBook(page, path, '')
      await page.keyboard.press('/')
      await page.getByRole('searchbox', { name: '要找的字' }).fill('床前')
      await page.keyboard.press('Enter')
      await page.getByText('共 1 处').waitFor()
      assert.match(await page.locator('.reader-found button').innerText(), /^静夜思\s*床前明月光/)
    }),
  )

  await t.test('a long table of contents folds, marks the current chapter and is searched in either script', () =>
    visit({}, async ({ page }) => {
      await openBook(page, path, '')
      await page.keyboard.press('t')
      const contents = page.getByRole('region', { name: '目录' })
      const poem = contents.getByRole('button', { name: '静夜思', exact: true })
      const branch = contents.getByRole('button', { name: '五言绝句的下级目录' })
      assert.equal(await poem.count(), 0)
      await branch.press('Enter')
      await poem.waitFor()
      assert.equal(await branch.getAttribute('aria-expanded'), 'true')
      await requireAccessible(page)
      await branch.press('Enter')
      await poem.waitFor({ state: 'detached' })
      await contents.getByRole('searchbox', { name: '在目录里找' }).fill('靜夜')
      await contents.getByText('找到 1 条').waitFor()
      await poem.press('Enter')
      await sectionContaining(page, '床前明月光')
      await contents.getByRole('searchbox', { name: '在目录里找' }).fill('')
      await contents.locator('[aria-current="location"]').getByText('五言绝句').waitFor()
    }),
  )

  await t.test('verse is centred below its title, and the bar names the chapter in every window', () =>
    visit({ screen: 'phone' }, async ({ page }) => {
      await openBook(page, path, '')
      await openChapter(page, '静夜思')
      const frame = await sectionContaining(page, '床前明月光')
      const [title, verse] = await Promise.all(['h2', '.verse p'].map((selector) => middleOf(frame, selector)))
      assert.ok(Math.abs((title ?? 0) - (verse ?? 99)) < 10, `the title is at ${title}, the verse at ${verse}`)
      await page.locator('.reader-chapter').getByText('静夜思').waitFor({ state: 'attached' })
      assert.ok((await chapterShown(page)) > 56)
      await resize(page, { width: 600, height: 844 })
      assert.ok((await chapterShown(page)) > 56)
    }),
  )

  await t.test('a long name of a chapter has two lines on a phone, and one line while the bars are hidden', () =>
    visit({ screen: 'phone' }, async ({ page }) => {
      const name = '同从弟南斋玩月忆山阴崔少府'
      await openBook(page, path, '')
      await openChapter(page, name)
      const chapter = page.locator('.reader-chapter', { hasText: name })
      const heightOf = async (selector: string) => (await page.locator(selector).boundingBox())?.height
      const lines = () => chapter.evaluate((element) => element.getBoundingClientRect().height)
      const [bar, text] = [await heightOf('.reader-bar'), await heightOf('.reader-text')]
      assert.equal(await lines(), 36)
      await page.mouse.click(195, 600)
      await page.locator('.reader[data-bare]').waitFor()
      assert.equal(await lines(), 28)
      assert.equal(await chapter.evaluate((element) => element.scrollWidth > element.clientWidth), false)
      await page.waitForFunction(
        () => getComputedStyle(document.querySelector('.reader-tools') ?? document.body).opacity === '0',
      )
      assert.equal(await page.locator('.reader-title').evaluate((title) => getComputedStyle(title).opacity), '1')
      assert.deepEqual([await heightOf('.reader-bar'), await heightOf('.reader-text')], [bar, text])
      await requireAccessible(page)
    }),
  )

  await t.test('the bar names the chapter at the top of a text that is scrolled', () =>
    visit({ screen: 'phone' }, async ({ page }) => {
      await page.goto(`${site.url}/readyz`)
      await page.evaluate(() => localStorage.setItem('reading-settings', JSON.stringify({ flow: 'scrolled' })))
      await openBook(page, path, '')
      await openChapter(page, '渭川田家')
      await page.locator('.reader-chapter', { hasText: '渭川田家' }).waitFor()
    }),
  )

  await t.test('a bookmark on the cover is labelled as such in the list and in Markdown', () =>
    visit({}, async ({ page }) => {
      await openBook(page, path, '')
      await page.keyboard.press('b')
      await page.getByRole('button', { name: '书签和批注' }).click()
      await page.getByText('书签 · 封面 0%').waitFor()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: '导出为 Markdown' }).click(),
      ])
      assert.match(await readFile(await download.path(), 'utf8'), /\n## 封面\n\n- 书签：封面\n$/)
    }),
  )

  await t.test('navigation requested while a section loads is executed after loading', () =>
    visit({}, async ({ page }) => {
      await openBook(page, path, '')
      await page.keyboard.press('t')
      const held = await holdSections(page)
      await chooseChapter(page, '静夜思')
      await held.isAsked
      // While the first section is loading, the user chooses a poem in another section of the book, and then a poem in
      // the first section. Only the last choice counts.
      await chooseChapter(page, '感遇十二首·其一')
      await chooseChapter(page, '玉台体')
      held.release()
      await sectionContaining(page, '床前明月光')
      await page.locator('.reader-chapter').getByText('玉台体').waitFor({ state: 'attached' })
      assert.equal(held.requested.size, 1)
    }),
  )

  await t.test('a page turn while a section loads applies to that section', () =>
    visit({}, async ({ page }) => {
      await openBook(page, path, '')
      await openChapter(page, '静夜思')
      await sectionContaining(page, '床前明月光')
      await page.waitForFunction(() => document.querySelector('.reader-percent')?.textContent !== '0%')
      const before = await percentRead(page)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Home')
      await page.waitForFunction(() => document.querySelector('.reader-percent')?.textContent === '0%')
      const held = await holdSections(page)
      await openChapter(page, '静夜思')
      await held.isAsked
      await page.getByRole('button', { name: '下一页' }).click()
      held.release()
      await sectionContaining(page, '床前明月光')
      await page.waitForFunction(
        (before) => Number.parseFloat(document.querySelector('.reader-percent')?.textContent ?? '') > before,
        before,
      )
    }),
  )
})

/** Returns the x coordinate in the frame of the middle of the text of the first element that matches the selector. */
function middleOf(frame: Frame, selector: string): Promise<number> {
  return frame.evaluate((selector) => {
    const range = document.createRange()
    range.selectNodeContents(document.querySelector(selector) ?? document.body)
    const { left, right } = range.getBoundingClientRect()
    return (left + right) / 2
  }, selector)
}

/** Returns the x coordinate on the page of the middle of an element of a section. */
async function middleOnPage(frame: Frame, selector: string): Promise<number> {
  const box = (await frame.locator(selector).first().boundingBox()) ?? { x: 0, width: 0 }
  return box.x + box.width / 2
}

async function openChapter(page: Page, label: string) {
  await page.keyboard.press('t')
  await chooseChapter(page, label)
}

/** Finds a chapter in the open table of contents and goes to it. */
async function chooseChapter(page: Page, label: string) {
  await page.getByRole('searchbox', { name: '在目录里找' }).fill(label)
  await page.getByRole('button', { name: label, exact: true }).click()
}

/** Returns how many pixels of the chapter's name are visible. */
function chapterShown(page: Page): Promise<number> {
  return page.locator('.reader-chapter').evaluate((chapter) => {
    const [box, seen] = [chapter, chapter.parentElement ?? chapter].map((element) => element.getBoundingClientRect())
    if (box === undefined || seen === undefined || box.top >= seen.bottom) return 0
    return Math.max(0, Math.min(box.right, seen.right) - box.left)
  })
}

/** Delays the requests for sections of the book until the test releases them. */
async function holdSections(page: Page) {
  const requested = new Set<string>()
  const latch = Promise.withResolvers<void>()
  const first = Promise.withResolvers<void>()
  await page.route(/\/entry\/.*\.xhtml$/, async (route) => {
    requested.add(route.request().url())
    first.resolve()
    await latch.promise
    await route.continue()
  })
  return { requested, isAsked: first.promise, release: latch.resolve }
}

/** Returns the QR code in the picture of a passage: rows of `side` modules, true for dark ones. */
async function codeOf(picture: Buffer, side: number): Promise<boolean[][]> {
  const sharp = await loadSharp()
  const { height } = await sharp(picture).metadata()
  const box = { left: 792, top: height - 48 - 64 - 160, width: 160, height: 160 }
  const { data, info } = await sharp(picture).extract(box).greyscale().raw().toBuffer({ resolveWithObject: true })
  const isDark = (x: number, y: number) =>
    (data[(Math.floor(y) * info.width + Math.floor(x)) * info.channels] ?? 0) < 128
  const at = (index: number) => ((index + 0.5) * 160) / side
  return Array.from({ length: side }, (_, y) => Array.from({ length: side }, (_, x) => isDark(at(x), at(y))))
}
