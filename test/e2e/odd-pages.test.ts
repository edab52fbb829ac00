import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame, Page } from 'playwright'
import sharp from 'sharp'
import { plainPicture } from '../plain-picture.ts'
import { putEpub } from '../put-epub.ts'
import { pageOf, renditionEpub } from '../rendition-epub.ts'
import { startTestSite } from '../test-site.ts'
import { bothScreens, type Screen, startBrowser } from './browser.ts'
import { frameAt } from '../epub-conformance/look.ts'
import { openBook, sectionContaining } from './open-book.ts'

const text = Array.from(
  { length: 40 },
  (_, at) => `<p>第${at + 1}段：船在水上走了很久，两岸的灯火一盏一盏地亮起来，桥上有人。</p>`,
).join('')

function placedLines(page: string): string {
  return [0, 400, 1100].map((top) => `<p style="top: ${top}px">${page}${top}：船在水上走了很久。</p>`).join('')
}

/** Text that a book hides from the eyes, which must not appear. */
const hidden =
  '<div style="position: absolute; top: -9999px; width: 200px">藏</div><div style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0)">隐</div>'

/** Styles with which books lose text or grow without end if a reader that divides text into pages obeys them. */
const boxes: [name: string, css: string, body?: string][] = [
  ['a narrow body', 'body { width: 600px; margin: 0 auto }'],
  ['a wide body', 'body { width: 800px !important; min-width: 800px }'],
  ['a body of a fixed size', 'body { width: 1200px; height: 600px; overflow: hidden; position: relative }'],
  ['a body as high as the window', 'html, body { height: 100%; overflow: hidden }'],
  ['a body that scrolls', 'body { height: 95vh; max-height: 95vh; overflow: auto }'],
  ['a table', 'body { display: table; position: absolute; height: 100%; width: 100% }'],
  ['flexible boxes', 'html { display: flex } body { display: flex; min-height: 100vh; align-items: center }'],
  ['a body out of the flow', 'body { position: fixed; inset: 0; float: left; transform: scale(2) }'],
  ['a page within the body', '#in { width: 900px; height: 500px; overflow: hidden }', `<div id="in">${text}</div>`],
  ['a scrolling part', '#in { height: 90vh; overflow-y: auto }', `<div><section id="in">${text}</section></div>`],
  [
    'lines with places of their own',
    '.in { position: relative; width: 900px; height: 1200px } p { position: absolute; left: 500px; width: 390px }',
    ['甲', '乙'].map((page) => `<div class="in">${placedLines(page)}${hidden}</div>`).join(''),
  ],
  [
    'parts as wide as the window',
    '#in { width: 100vw; min-height: 100vh; padding: 10px }',
    `<div id="in">${text}</div>`,
  ],
]

/** A table that is several pages wide, which scrolls by itself. */
const wideTable = `<table><tr>${'<td><p style="width: 200px">格</p></td>'.repeat(20)}</tr></table><p>表后的一段。</p>`

const picture = 'background: url(p.png) no-repeat center; background-size: contain'
const illustrations: [name: string, css: string, body: string, isKept: boolean][] = [
  ['一幅画', `body { ${picture}; height: 100vh }`, '', true],
  ['有题字的画', `html { height: 100% } body { background-image: url(p.png) }`, '<p>有题字的画</p>', true],
  ['有别的画', `body { ${picture} }`, '<img src="p.png" alt=""/>', false],
  ['长文后的纹理', 'body { background: url(p.png) }', text, false],
]

const book = renditionEpub(
  boxes.map(([name, css, body = text], at) => ({
    href: `${at}.xhtml`,
    data: pageOf(`<h1>${name}</h1>${body}`, '', `<style>${css}</style>`),
  })),
)

/** Returns which lines of a section lie outside the pages, and the number of its pages. */
function measureLines(frame: Frame) {
  return frame.evaluate(() => {
    const paginator = parent.document.querySelector<HTMLElement & { size: number; pages: number; scrolled: boolean }>(
      'book-paginator',
    )
    const { size = 1, pages = 0, scrolled = false } = paginator ?? {}
    const isVertical = getComputedStyle(document.body).writingMode.startsWith('vertical')
    const cut = [...document.querySelectorAll('p')].flatMap((paragraph) => {
      const range = document.createRange()
      range.selectNodeContents(paragraph)
      const isCut = [...range.getClientRects()].some(({ left, right, top, bottom }) => {
        const isOutside = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1
        const [start, end] = isVertical ? [top, bottom] : [left, right]
        return isOutside || (!scrolled && Math.floor((start + 1) / size) !== Math.floor((end - 1) / size))
      })
      // A part that scrolls by itself hides what lies below its edge.
      const scrolls = (element: Element | null): boolean => {
        if (element === null || element === document.documentElement) return false
        const isHigher = element.scrollHeight > element.clientHeight + 2
        const isWider = element.scrollWidth > element.clientWidth + 2
        const hides = getComputedStyle(element).overflow !== 'visible' && (isHigher || isWider)
        return hides || scrolls(element.parentElement)
      }
      return isCut || scrolls(paragraph.parentElement) ? [paragraph.textContent?.slice(0, 4)] : []
    })
    return { cut, pages, width: innerWidth, height: innerHeight }
  })
}

/** Waits for some frames, in which a layout that grows would have grown. */
function waitForFrames(page: Page) {
  return page.evaluate(async () => {
    for (let frames = 0; frames < 10; frames += 1) await new Promise(requestAnimationFrame)
  })
}

test('pages of an odd size lose no text', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const { bookId } = await putEpub(site, book)
  const modes: [screen: Screen, settings: object][] = [
    ['phone', { flow: 'paged' }],
    ['desktop', { flow: 'paged' }],
    ['phone', { flow: 'scrolled' }],
    ['desktop', { flow: 'paged', isVertical: true }],
  ]
  for (const [screen, settings] of modes)
    await t.test(`${JSON.stringify(settings)}, on a ${screen}`, (t) =>
      visit({ screen, isIsolated: true }, async ({ page }) => {
        await page.addInitScript((value) => localStorage.setItem('reading-settings', value), JSON.stringify(settings))
        await openBook(page, `${site.url}/book/${bookId}/read`, boxes[0]?.[0] ?? '')
        for (const [at, [name]] of boxes.entries())
          await t.test(name, async () => {
            await page.keyboard.press('t')
            await page.getByRole('button', { name: `${at}.xhtml`, exact: true }).click()
            await page.keyboard.press('Escape')
            await page.getByRole('region', { name: '目录' }).waitFor({ state: 'detached' })
            const frame = await sectionContaining(page, name)
            await waitForFrames(page)
            const first = await measureLines(frame)
            await waitForFrames(page)
            const second = await measureLines(frame)
            assert.deepEqual(second.cut, [])
            for (const text of ['藏', '隐']) {
              const box = await frame.evaluate((text) => {
                const found = [...document.querySelectorAll('div')].find(({ textContent }) => textContent === text)
                return found?.getBoundingClientRect().toJSON() as DOMRect | undefined
              }, text)
              assert.ok(box === undefined || box.bottom <= 0 || box.width <= 1, text)
            }
            assert.deepEqual(second, first, 'the section grows')
            assert.ok(second.pages < 20, `${second.pages} pages`)
          })
      }),
    )
})

test('a wide table counts no empty pages', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const { bookId } = await putEpub(
    site,
    renditionEpub([{ href: 'a.xhtml', data: pageOf(`<h1>宽表</h1>${wideTable}`) }]),
  )
  for (const screen of bothScreens)
    await visit({ screen }, async ({ page }) => {
      const frame = await openBook(page, `${site.url}/book/${bookId}/read`, '宽表')
      await waitForFrames(page)
      assert.equal((await measureLines(frame)).pages - 2, 1, screen)
    })
})

test('text that is scrolled while its document is being loaded causes no error', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const { bookId } = await putEpub(site, renditionEpub([{ href: 'a.xhtml', data: pageOf(`<h1>长卷</h1>${text}`) }]))
  await visit({ screen: 'phone', isIsolated: true }, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('reading-settings', JSON.stringify({ flow: 'scrolled' })))
    const frame = await openBook(page, `${site.url}/book/${bookId}/read`, '长卷')
    const scroll = () =>
      frame.evaluate(async () => {
        const scrolled = window.frameElement?.parentElement?.parentElement
        scrolled?.scrollBy(0, 100)
        // The paginator looks at the text in a timer of 250 ms, which begins with the event that is awaited here.
        await new Promise((resolve) => scrolled?.addEventListener('scroll', resolve, { once: true }))
        await new Promise((resolve) => parent.setTimeout(resolve, 300))
      })
    await scroll()
    // A document has no body until its parser has reached it.
    await frame.evaluate(() => Object.defineProperty(document, 'body', { get: () => null }) && undefined)
    await scroll()
  })
})

test('a picture behind a page without other pictures is shown', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const pages = illustrations.map(([name, css, body], at) => ({
    href: `${at}.xhtml`,
    data: pageOf(`${body}<i title="${name}"></i>`, '', `<style>${css}</style>`),
  }))
  const file = { href: 'p.png', type: 'image/png', data: await plainPicture(300, 400), isInSpine: false }
  const { bookId } = await putEpub(site, renditionEpub([...pages, file]))
  await visit({ screen: 'phone', theme: 'dark' }, async ({ page }) => {
    await page.goto(`${site.url}/book/${bookId}/read`)
    for (const [at, [name, , , isKept]] of illustrations.entries()) {
      await page.getByRole('button', { name: '目录', exact: true }).click()
      await page.getByRole('button', { name: `${at}.xhtml`, exact: true }).click()
      const frame = await frameAt(page, `${at}.xhtml`)
      const shown = frame.getByRole('button', { name: '放大图片', exact: true })
      if (isKept) await shown.waitFor()
      assert.equal(await frame.locator('img').count(), isKept || name === '有别的画' ? 1 : 0, name)
    }
  })
})

/** Returns the greatest contrast ratio between two pixels of an element of a section. */
async function contrastWithin(page: Page, frame: Frame, selector: string): Promise<number> {
  const clip = await frame.evaluate((selector) => {
    const { left = 0, top = 0 } = window.frameElement?.getBoundingClientRect() ?? {}
    const { x = 0, y = 0, width = 0, height = 0 } = document.querySelector(selector)?.getBoundingClientRect() ?? {}
    return { x: left + x, y: top + y, width, height }
  }, selector)
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const linear = (value = 0) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  const pixels = Array.from({ length: info.width * info.height }, (_, at) => at * info.channels)
  const light = pixels.map(
    (at) => 0.2126 * linear(data[at]) + 0.7152 * linear(data[at + 1]) + 0.0722 * linear(data[at + 2]),
  )
  const [least, most] = light.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [1, 0])
  return (most + 0.05) / (least + 0.05)
}

test('drawings on a transparent ground are visible on every paper', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const drawing = (colour: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80"><path d="M10 40h100M60 10v60" stroke="${colour}" stroke-width="3"/></svg>`
  const draw = async (name: string, colour: string, type: 'png' | 'svg') => ({
    href: `${name}.${type}`,
    type: type === 'png' ? 'image/png' : 'image/svg+xml',
    data:
      type === 'png'
        ? await sharp(Buffer.from(drawing(colour)))
            .png()
            .toBuffer()
        : drawing(colour),
    isInSpine: false,
  })
  const files = [
    await draw('black', '#000', 'png'),
    await draw('grey', '#333', 'svg'),
    await draw('blue', '#00f', 'png'),
    await draw('light', '#f7d9b0', 'png'),
  ]
  const names = files.map(({ href }) => href.slice(0, href.indexOf('.')))
  const body = `<h1>画</h1>${files.map(({ href }, at) => `<p><img id="${names[at]}" src="${href}" alt=""/></p>`).join('')}
<p><svg xmlns="http://www.w3.org/2000/svg" id="inline" width="120" height="80"><path d="M10 40h100" stroke="currentColor" stroke-width="3"/><circle cx="60" cy="40" r="9"/></svg></p>`
  const { bookId } = await putEpub(site, renditionEpub([{ href: 'a.xhtml', data: pageOf(body) }, ...files]))
  for (const theme of ['dark', 'light'] as const)
    await visit({ theme }, async ({ page }) => {
      const frame = await openBook(page, `${site.url}/book/${bookId}/read`, '画')
      for (const id of [...names, 'inline'].filter((id) => theme === 'dark' || id !== 'light')) {
        if (theme === 'dark' && id !== 'inline') await frame.locator(`#${id}[data-ink]`).waitFor()
        const contrast = await contrastWithin(page, frame, `#${id}`)
        assert.ok(contrast >= 3, `${id} on ${theme} paper: ${contrast}`)
      }
    })
})
