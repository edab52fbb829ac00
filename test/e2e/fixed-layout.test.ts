import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { plainPicture } from '../plain-picture.ts'
import { putEpub } from '../put-epub.ts'
import { pageOf, renditionEpub } from '../rendition-epub.ts'
import { startTestSite } from '../test-site.ts'
import { startBrowser } from './browser.ts'
import { choose, openBook, percentRead, sectionContaining } from './open-book.ts'
import { requireAccessible } from './require-accessible.ts'

const fixed: [string, string] = ['layout', 'pre-paginated']
const style = '<style>html, body { margin: 0; background: #cde } p { margin: 40px; font-size: 40px }</style>'
const leaf = (text: string, size = 'width=600, height=800') => pageOf(`<p>${text}</p>`, size, style)
const numbers = Array.from('甲乙丙丁戊己')

/** Returns the file names and the rectangles in the window of the visible fixed-layout pages, from left to right. */
async function shownPages(page: Page) {
  const boxes = await page.locator('fixed-pages > div').evaluateAll((pages) =>
    pages
      .filter((each) => getComputedStyle(each).visibility !== 'hidden')
      .map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect()
        const path = each.querySelector('iframe')?.contentWindow?.location.pathname ?? ''
        return { name: path.slice(path.lastIndexOf('/') + 1), x, y, width, height }
      }),
  )
  return boxes.filter(({ width }) => width > 0).toSorted((one, other) => one.x - other.x)
}

const namesOf = async (page: Page) => (await shownPages(page)).map(({ name }) => name).join()

async function waitForPages(page: Page, names: string) {
  for (let tries = 0; tries < 200 && (await namesOf(page)) !== names; tries += 1) await page.waitForTimeout(50)
  assert.equal(await namesOf(page), names)
}

test('books with pages of a fixed size', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const items = numbers.map((text, at) => ({ href: `${at}.xhtml`, data: leaf(`第${text}页`) }))
  const spread = await putEpub(site, renditionEpub(items, { rendition: [fixed] }))
  const leftward = await putEpub(
    site,
    renditionEpub(
      items.map((item, at) => (at === 0 ? { ...item, properties: 'page-spread-left' } : item)),
      { rendition: [fixed], direction: 'rtl' },
    ),
    '呐喊',
  )
  const text = { data: pageOf(`<h1>文</h1>${'<p>流动的文字，长长短短。</p>'.repeat(3)}`) }
  const mixed = await putEpub(
    site,
    renditionEpub([
      { href: 'before.xhtml', ...text },
      { href: 'one.xhtml', data: leaf('第一图'), properties: 'rendition:layout-pre-paginated' },
      {
        href: 'p.png',
        data: await plainPicture(400, 200),
        type: 'image/png',
        properties: 'rendition:layout-pre-paginated',
      },
      { href: 'after.xhtml', ...text },
    ]),
    '呼兰河传',
  )
  const strip = await putEpub(
    site,
    renditionEpub(
      numbers.map((text, at) => ({ href: `${at}.xhtml`, data: leaf(`第${text}格`, 'width=800, height=1200') })),
      { rendition: [['layout', 'roll']] },
    ),
    '骆驼祥子',
  )
  const hrefOf = ({ bookId }: { bookId: string }) => `${site.url}/book/${bookId}/read`

  await t.test('stand in pairs without a gap, are turned, marked, searched and zoomed', (t) =>
    visit({}, async ({ page }) => {
      const first = await openBook(page, hrefOf(spread), '第甲页')
      await t.test('two pages meet in the middle of a wide window', async () => {
        await waitForPages(page, '0.xhtml,1.xhtml')
        const [left, right] = await shownPages(page)
        assert.ok(left && right && Math.abs(left.x + left.width - right.x) < 1)
        assert.ok(Math.abs(left.width / left.height - 600 / 800) < 0.01)
      })
      await t.test('a selection on a scaled page can be marked', async () => {
        await choose(first, '第甲页')
        await page.getByRole('button', { name: '黄' }).click()
        await page.locator('fixed-pages svg rect').first().waitFor({ state: 'attached' })
        const [mark, line] = [
          await page.locator('fixed-pages svg rect').first().boundingBox(),
          await first.locator('p').boundingBox(),
        ]
        assert.ok(mark && line && Math.abs(mark.y - line.y) < 12 && mark.width < line.width)
      })
      await t.test('keys turn two pages, and the last two end the book', async () => {
        await page.keyboard.press('ArrowRight')
        await waitForPages(page, '2.xhtml,3.xhtml')
        await page.keyboard.press('End')
        await waitForPages(page, '4.xhtml,5.xhtml')
        assert.equal(await percentRead(page), 100)
        await page.keyboard.press('ArrowLeft')
        await waitForPages(page, '2.xhtml,3.xhtml')
      })
      await t.test('a search finds a word on the second page of a pair', async () => {
        await page.keyboard.press('/')
        await page.getByRole('searchbox').fill('第己页')
        await page.keyboard.press('Enter')
        await page
          .locator('.reader-panel')
          .getByRole('button', { name: /第己页/ })
          .click()
        await waitForPages(page, '4.xhtml,5.xhtml')
        await page.keyboard.press('Escape')
      })
      await t.test('pages get as wide as the window, and whole again', async () => {
        // Escape has closed the search panel, so the pages also fill the space that the panel covered.
        await page.locator('.reader-panel').waitFor({ state: 'detached' })
        await page.waitForFunction(() => {
          const host = document.querySelector('fixed-pages')?.getBoundingClientRect()
          const first = document.querySelector('fixed-pages > div:last-child')?.getBoundingClientRect()
          return (
            host && first && (Math.abs(first.height - host.height) < 4 || Math.abs(2 * first.width - host.width) < 4)
          )
        })
        const narrow = (await shownPages(page))[0]?.width ?? 0
        await page.getByRole('button', { name: '放到页宽' }).click()
        await page.waitForFunction(
          (width) => (document.querySelector('fixed-pages > div')?.clientWidth ?? 0) > width,
          narrow,
        )
        await page.keyboard.press('-')
        await page.waitForFunction(
          (width) => (document.querySelector('fixed-pages > div')?.clientWidth ?? 0) <= width + 1,
          narrow,
        )
        await requireAccessible(page)
      })
      await t.test('a narrow window shows the same page alone', async () => {
        await page.setViewportSize({ width: 390, height: 844 })
        await waitForPages(page, '5.xhtml')
      })
      await t.test('all pages stand below each other if the user wants to scroll', async () => {
        await page.keyboard.press('s')
        await page.getByText('这一页的版面是书里排好的').waitFor()
        await page.getByRole('radio', { name: '滚动' }).check({ force: true })
        await page.keyboard.press('Escape')
        await page.waitForFunction(() => document.querySelectorAll('fixed-pages > div').length === 6)
      })
    }),
  )

  await t.test('of a book from right to left begin on the side they ask for and progress to the left', () =>
    visit({}, async ({ page }) => {
      await openBook(page, hrefOf(leftward), '第甲页')
      await waitForPages(page, '0.xhtml')
      const [only] = await shownPages(page)
      const width = page.viewportSize()?.width ?? 0
      assert.ok(only && Math.abs(only.x + only.width - width / 2) < 1, 'the page ends in the middle')
      await page.keyboard.press('ArrowLeft')
      await waitForPages(page, '2.xhtml,1.xhtml')
    }),
  )

  await t.test('follow and precede text in one book', () =>
    visit({}, async ({ page }) => {
      await openBook(page, hrefOf(mixed), '流动的文字')
      await page.keyboard.press('ArrowRight')
      await waitForPages(page, 'one.xhtml,p.png.page.xhtml')
      const [, picture] = await shownPages(page)
      assert.ok(picture && Math.abs(picture.width / picture.height - 2) < 0.01, 'a picture has its own size')
      await page.keyboard.press('ArrowRight')
      await page.waitForFunction(
        () => getComputedStyle(document.querySelector('fixed-pages') as Element).visibility === 'hidden',
      )
      await page.keyboard.press('ArrowLeft')
      await waitForPages(page, 'one.xhtml,p.png.page.xhtml')
      await page.keyboard.press('ArrowLeft')
      await page.waitForFunction(
        () => getComputedStyle(document.querySelector('fixed-pages') as Element).visibility === 'hidden',
      )
      await sectionContaining(page, '流动的文字')
    }),
  )

  await t.test('form a strip without gaps, which keeps its place', () =>
    visit({}, async ({ page }) => {
      await openBook(page, hrefOf(strip), '第甲格')
      await page.waitForFunction(() => document.querySelectorAll('fixed-pages > div').length === 6)
      const tops = await page
        .locator('fixed-pages > div')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()))
      assert.ok(tops.every((box, at) => at === 0 || Math.abs(box.top - (tops[at - 1]?.bottom ?? 0)) < 1))
      await page.keyboard.press('End')
      await sectionContaining(page, '第己格')
      await page.reload()
      await sectionContaining(page, '第己格')
    }),
  )
})
