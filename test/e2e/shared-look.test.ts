import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright'
import { findBookId } from '../find-book-id.ts'
import { startTestSite } from '../test-site.ts'
import { startBrowser } from './browser.ts'

test('all pages look alike', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const bookId = await findBookId(site.db, '边城')
  const { authorIds, places } = await site.visitor.book.show({ id: bookId })
  const [place] = places
  const personPath = `/person/${authorIds[0]}`

  await t.test('header, content and footer begin at one edge, and the footer follows at one distance', () =>
    visit({}, async ({ page, open }) => {
      for (const width of [390, 768, 1440, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        for (const path of ['/book', `/book/${bookId}`, personPath, `/place/${place?.id}`, '/today', '/about']) {
          await open(path)
          const edges = ['.logo', 'main h1', '.footer-name'].map((one) => leftOf(page.locator(one).first()))
          const [header, content, footer] = await Promise.all(edges)
          assert.equal(footer, header, `${path} at ${width}`)
          if (width > 720) assert.equal(await page.evaluate(areAligned), true, `${path} at ${width}`)
          // Beside the cover of a book or the globe of a place, and on pages of prose, the heading is further right.
          if (['/book', personPath].includes(path)) assert.equal(content, header, `${path} at ${width}`)
          assert.equal(await page.evaluate(spaceBelow), '0px', `${path} at ${width}`)
        }
      }
    }),
  )

  await t.test('the results of a search have space above them on a phone', () =>
    visit({ screen: 'phone' }, async ({ page, open }) => {
      await open(`/book?q=${encodeURIComponent('鲁迅')}`)
      const filter = await page.locator('.book-filter > summary').boundingBox()
      const results = await page.locator('.found-names').boundingBox()
      assert.ok(filter && results)
      assert.ok(results.y - filter.y - filter.height >= 16)
    }),
  )

  await t.test('links to places have one colour', () =>
    visit({}, async ({ page, open }) => {
      const colours = new Set<string>()
      for (const path of ['/book?tag=湘西', `/book/${bookId}`, personPath, `/place/${place?.id}`]) {
        await open(path)
        const link = page.locator('main a[href^="/place/"]').first()
        colours.add(await link.evaluate((element) => getComputedStyle(element).color))
      }
      assert.equal(colours.size, 1, [...colours].join(', '))
    }),
  )

  await t.test('no line ends within the years of a reason to read a book', () =>
    visit({}, async ({ page, open }) => {
      await open(`/book/${bookId}`)
      const years = page.locator('.related .book-card-reason span')
      assert.ok((await years.count()) > 0)
      assert.match(await years.first().innerText(), /^\d+—\d+ 年$/)
      for (const width of [390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const lines = await years.evaluateAll((all) => all.map((one) => one.getClientRects().length))
        assert.deepEqual(new Set(lines), new Set([1]))
      }
    }),
  )

  await t.test('a title breaks after its comma rather than within a foreign name', () =>
    visit({ screen: 'phone' }, async ({ page, open }) => {
      const { list } = await site.visitor.tour.list()
      const tour = list.find(({ title }) => title === '世界文学之都')
      await open(`/tour/${tour?.id}`)
      const title = page.getByRole('heading', { name: '布宜诺斯艾利斯，无尽的书架' })
      assert.equal(await firstLine(title), '布宜诺斯艾利斯，')
    }),
  )
})

async function leftOf(locator: Locator): Promise<number> {
  return Math.round((await locator.boundingBox())?.x ?? -1)
}

/** Returns the space below the content of the page, in addition to the margin that the footer has on every page. */
function spaceBelow(): string {
  const page = document.querySelector('main')?.lastElementChild
  return page ? getComputedStyle(page).paddingBottom : ''
}

/** Returns whether the name of the site and the links beside it in the footer have the same middle. */
function areAligned(): boolean {
  const [name = 0, link = 1] = ['.footer-name', '.footer-links'].map((one) => {
    const box = document.querySelector(one)?.getBoundingClientRect()
    return box && box.top + box.height / 2
  })
  return Math.abs(name - link) < 1
}

/** Returns the text of the first line of an element with a single text. */
function firstLine(locator: Locator): Promise<string> {
  return locator.evaluate((element) => {
    const text = element.firstChild as Text
    const range = document.createRange()
    const topOf = (at: number) => {
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return range.getBoundingClientRect().top
    }
    return [...text.data].filter((_, at) => topOf(at) === topOf(0)).join('')
  })
}
