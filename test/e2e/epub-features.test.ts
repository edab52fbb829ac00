import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Frame, Page } from 'playwright'
import { entryBase } from '#shared/book-text.ts'
import { readImport } from '#server/engines/epub/convert/read-import.ts'
import { featureEpub } from '../feature-epubs.ts'
import { putEpub } from '../put-epub.ts'
import { startTestSite } from '../test-site.ts'
import { startBrowser } from './browser.ts'
import { openBook, sectionContaining } from './open-book.ts'
import { requireAccessible } from './require-accessible.ts'

/** Returns a property of the computed style of an element of the book. */
function styleOf(frame: Frame, selector: string, property: string) {
  return frame.evaluate(
    ([selector, property]) => {
      const [name = '', pseudo] = selector.split('::')
      const element = document.querySelector(name)
      return element && getComputedStyle(element, pseudo && `::${pseudo}`).getPropertyValue(property)
    },
    [selector, property] as const,
  )
}

/** Returns whether a picture of the book has been loaded. */
function isDrawn(frame: Frame, id: string) {
  return frame.evaluate(async (id) => {
    const picture = document.getElementById(id)
    if (!(picture instanceof HTMLImageElement) || !picture.hasAttribute('src')) return false
    return picture.decode().then(
      () => picture.naturalWidth > 0,
      () => false,
    )
  }, id)
}

test('the features of EPUB are shown', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const ids = await putEpub(site, await featureEpub())
  const turned = await putEpub(site, await featureEpub('rtl'), '呐喊')

  await t.test('an import finds nothing to complain about but the sound outside the book', async () => {
    const { warnings } = await readImport('a.epub', await featureEpub())
    assert.deepEqual(warnings.toSorted(), [
      '书里有这些不能显示：书外或缺失的图片、书外或缺失的音频和视频',
      '有文件名的大小写或写法与清单不一致，已照着找到',
    ])
  })

  await t.test('in the reader', (t) =>
    visit({}, async ({ page }) => {
      const first = await openBook(page, `${site.url}/book/${ids.bookId}/read`, '样式甲')
      await page.getByRole('button', { name: '目录' }).click()
      await checkStyles(t, first)
      await checkDrawings(t, page)
      await checkOthers(t, page)
    }),
  )

  for (const isVertical of [false, true])
    await t.test(`notes open beside the text, in ${isVertical ? 'vertical' : 'horizontal'} writing`, () =>
      visit({ screen: isVertical ? 'phone' : 'desktop' }, async ({ page }) => {
        await openBook(page, `${site.url}/book/${ids.bookId}/read`, '样式甲')
        if (isVertical) {
          await page.keyboard.press('s')
          await page.getByLabel('竖排').check()
          await page.keyboard.press('Escape')
        }
        await page.keyboard.press('t')
        const frame = await goTo(page, '注释', '旧书的注释')
        await checkNotes(page, frame)
      }),
    )

  await t.test('sounds are served in byte ranges, without which some browsers do not play them', async () => {
    const sound = `${site.url}${entryBase(await site.visitor.reading.outline(ids))}EPUB/s.wav`
    const whole = await fetch(sound)
    const size = (await whole.arrayBuffer()).byteLength
    const ask = (range: string, more = {}) => fetch(sound, { headers: { range, ...more } })
    assert.equal(whole.headers.get('accept-ranges'), 'bytes')
    const part = await ask('bytes=4-9')
    assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 4-9/${size}`])
    assert.equal((await part.arrayBuffer()).byteLength, 6)
    assert.equal((await ask('bytes=-3')).headers.get('content-range'), `bytes ${size - 3}-${size - 1}/${size}`)
    assert.equal((await ask(`bytes=${size}-`)).status, 416)
    assert.equal((await ask('bytes=0-3', { 'if-range': '"other"' })).status, 200)
    assert.equal((await ask('bytes=0-3', { 'if-range': whole.headers.get('etag') })).status, 206)
  })

  await t.test('pictures open over the window and zoom', () =>
    visit({}, async ({ page }) => {
      await openBook(page, `${site.url}/book/${ids.bookId}/read`, '样式甲')
      await page.keyboard.press('t')
      await checkPictures(page, await goTo(page, '注释', '旧书的注释'))
    }),
  )

  await t.test('pages of a book from right to left progress to the left', () =>
    visit({}, async ({ page }) => {
      await openBook(page, `${site.url}/book/${turned.bookId}/read`, '样式甲')
      await page.keyboard.press('ArrowLeft')
      await sectionContaining(page, '样式乙')
      await page.keyboard.press('ArrowRight')
      await sectionContaining(page, '样式甲')
    }),
  )
})

async function goTo(page: Page, title: string, text = title) {
  await page.getByRole('button', { name: title, exact: true }).click()
  return sectionContaining(page, text)
}

/** Checks that the Enter key on a link to a note opens the note in a box, and on any other link follows the link. */
async function checkNotes(page: Page, frame: Frame) {
  const box = page.getByRole('region', { name: '注释' })
  const press = (id: string) => frame.locator(`#${id}`).press('Enter')
  await press('typed')
  await box.getByText('有类型的注释').waitFor()
  assert.equal(await box.getByText('↩').count(), 0)
  assert.equal(await page.evaluate(() => 'shouted' in window), false)
  await requireAccessible(page)
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  assert.equal(await frame.evaluate(() => document.activeElement?.id), 'typed')
  await press('old')
  await box.getByText('[2] 旧书的注释。').waitFor()
  await box.getByRole('button', { name: '关闭' }).click()
  // The link at the start of a note without an EPUB type leads back to the text, so it opens no box.
  await press('n2')
  await page.evaluate(() => new Promise(requestAnimationFrame))
  assert.equal(await box.count(), 0)
  await press('far')
  await box.getByText('别处的注释。').waitFor()
  await box.getByRole('button', { name: '转到注释' }).click()
  await sectionContaining(page, '别处的注释')
  await box.waitFor({ state: 'detached' })
  await page.keyboard.press('Backspace')
  const again = await sectionContaining(page, '旧书的注释')
  await again.locator('#other').press('Enter')
  await sectionContaining(page, '别处的注释')
  assert.equal(await box.count(), 0)
}

/** Checks that a picture opens over the whole window, unless it is in a link or stands for a character. */
async function checkPictures(page: Page, frame: Frame) {
  const viewer = page.getByRole('dialog', { name: '图片' })
  const image = viewer.getByRole('img', { name: '一幅画' })
  await frame.locator('p[style*="text-indent: 0"] > #picture').press('Enter')
  await image.waitFor()
  await viewer.getByText('一幅画').waitFor()
  await requireAccessible(page)
  const whole = (await image.boundingBox())?.width ?? 0
  const becomes = (scale: number) =>
    page.waitForFunction(
      ([whole = 0, scale = 1]) => {
        const { width = 0 } = document.querySelector('.picture-stage img')?.getBoundingClientRect() ?? {}
        return Math.abs(width / whole - scale) < 0.05
      },
      [whole, scale],
    )
  await page.keyboard.press('+')
  await becomes(1.5)
  await image.hover()
  await page.mouse.wheel(0, -400)
  await page.waitForFunction(() =>
    document.querySelector('[data-zoomed="true"] img')?.getAttribute('style')?.includes('scale(4'),
  )
  await page.keyboard.press('0')
  await becomes(1)
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
  await frame.waitForFunction(() => document.activeElement?.id === 'picture')
  await frame.locator('#picture').click()
  await viewer.getByRole('button', { name: '关闭' }).click()
  await viewer.waitFor({ state: 'detached' })
  assert.deepEqual(
    await frame.evaluate(() =>
      ['character', 'linked'].map((id) => document.getElementById(id)?.hasAttribute('tabindex')),
    ),
    [false, false],
  )
  await frame.locator('#linked').click()
  await sectionContaining(page, '别处的注释')
  assert.equal(await viewer.count(), 0)
}

async function checkStyles(t: TestContext, frame: Frame) {
  const styles: [string, string, string, string][] = [
    ['a style sheet of its own', '#sheet', 'letter-spacing', '3px'],
    ['a style element', '#own', 'letter-spacing', '5px'],
    ['a style attribute', '#attribute', 'letter-spacing', '7px'],
    ['an imported style sheet', '#imported', 'letter-spacing', '13px'],
    ['the class of the root', '#sheet', 'margin-left', '11px'],
    ['a hidden element', '#hidden', 'display', 'none'],
    ['a property with a prefix', '#epub', 'text-emphasis-style', 'sesame'],
    ['an escape in a string', '#quote::before', 'content', '"—中"'],
    ['a direction', '#rtl', 'direction', 'rtl'],
    ['the division of English words', '#own', 'hyphens', 'auto'],
    ['the edge of English lines', '#own', 'text-align', 'start'],
  ]
  for (const [what, selector, property, value] of styles)
    await t.test(what, async () => assert.equal(await styleOf(frame, selector, property), value))
  const pictures = { data: true, steps: true, avif: true, webp: true, foreign: true, composed: true, unlisted: false }
  for (const [id, isSeen] of Object.entries(pictures))
    await t.test(`the picture ${id}`, async () => assert.equal(await isDrawn(frame, id), isSeen))
  await t.test('the language of a page', async () =>
    assert.equal(await frame.evaluate(() => document.documentElement.lang), 'en'),
  )
}

async function checkDrawings(t: TestContext, page: Page) {
  const second = await goTo(page, '样式乙')
  await t.test('a second document with another style sheet', async () => {
    assert.equal(await styleOf(second, '#sheet', 'letter-spacing'), '9px')
    assert.equal(await styleOf(second, 'html', 'direction'), 'rtl')
    assert.equal(await styleOf(second, '#sheet', 'hyphens'), 'manual')
  })
  await t.test('a table that is wider than its column scrolls', async () => {
    const [table = 0, body = 0, content = 0] = await second.evaluate(() => {
      const wide = document.getElementById('wide')
      return [wide?.clientWidth, document.body.clientWidth, wide?.scrollWidth].map(Number)
    })
    assert.ok(table <= body && content > table, `${table} of ${body} px, with ${content} px of cells`)
  })
  const frame = await goTo(page, '图形')
  await t.test('drawings in the text', async () => {
    await frame.waitForFunction(() => document.getElementById('used')?.getBoundingClientRect().width)
    assert.equal(await styleOf(frame, '#styled', 'opacity'), '0.5')
    const boxes = await frame.evaluate(() =>
      ['used', 'styled', 'inside'].map((id) => {
        const { width, height } = document.getElementById(id)?.getBoundingClientRect() ?? new DOMRect()
        return [Math.round(width), Math.round(height) > 0]
      }),
    )
    assert.deepEqual(boxes, [
      [10, true],
      [40, true],
      [50, true],
    ])
  })
  await t.test('drawings as pictures and objects', async () => {
    assert.deepEqual([await isDrawn(frame, 'file'), await isDrawn(frame, 'object')], [true, true])
  })
  const page2 = await goTo(page, '图页', '图中字')
  await t.test('a drawing as a section', async () => assert.equal(await styleOf(page2, 'svg', 'display'), 'inline'))
}

async function checkOthers(t: TestContext, page: Page) {
  const math = await goTo(page, '算式')
  await t.test('a formula', async () => {
    const {
      over = 0,
      under = 0,
      fenced,
    } = await math.evaluate(() => ({
      over: document.getElementById('over')?.getBoundingClientRect().bottom,
      under: document.getElementById('under')?.getBoundingClientRect().top,
      fenced: document.getElementById('fenced')?.textContent,
    }))
    assert.ok(over <= under)
    assert.equal(fenced, '(x,y)')
  })
  const fonts = await goTo(page, '字体')
  await t.test('fonts in both disguises', async () => {
    const loaded = await fonts.evaluate(async () => {
      await Promise.all([document.fonts.load('20px one', 'Ж'), document.fonts.load('20px two', 'Ж')])
      return [...document.fonts].map(({ status }) => status)
    })
    assert.deepEqual(loaded, ['loaded', 'loaded'])
  })
  const sound = await goTo(page, '声音')
  await t.test('sound with controls, and the text in place of a sound outside the book', async () => {
    const found = await sound.evaluate(() => {
      const audio = document.querySelector('audio')
      return [audio?.controls, audio?.autoplay, document.querySelectorAll('audio').length]
    })
    assert.deepEqual(found, [true, false, 1])
    assert.equal(await sound.locator('#instead').innerText(), '无')
  })
  await t.test('a picture as a section, named by a picture in the contents', async () => {
    await page.getByRole('button', { name: '画页', exact: true }).click()
    await page.waitForFunction(() => document.querySelector('.reader-text[aria-busy="false"]') !== null)
    for (;;) {
      const shown = page.frames().find((frame) => frame.url().endsWith('/p.png.page.xhtml'))
      if (shown && (await shown.evaluate(() => document.images[0]?.naturalWidth)) === 40) break
      await page.waitForTimeout(50)
    }
  })
  await t.test('a fallback as a section, and the first section again at the end', async () => {
    await page.keyboard.press('Escape')
    await page
      .locator('.reader')
      .focus()
      .catch(() => undefined)
    await page.keyboard.press('End')
    await sectionContaining(page, '样式甲')
  })
}
