import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { findBookId } from '../find-book-id.ts'
import { epubOf, paragraphsOf, putEpub } from '../put-epub.ts'
import { startTestSite } from '../test-site.ts'
import { bothScreens, startBrowser } from './browser.ts'
import { sectionContaining } from './open-book.ts'
import { requireAccessibleInEveryLook } from './require-accessible.ts'
import { requireFit } from './require-fit.ts'

const chapters = Array.from({ length: 12 }, (_, at) => ({
  title: `第${at + 1}章 渡口`,
  paragraphs: [`这是第${at + 1}章的开头。`, ...paragraphsOf(12, 120, at + 1)],
}))

test('the chapters of a text on the page of its book', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const { bookId } = await putEpub(site, epubOf(chapters))
  const contentsOf = (page: Page) => page.getByRole('region', { name: '目录' })

  for (const screen of bothScreens) {
    await t.test(`eight are open, the others unfold, and each opens the reader, on a ${screen}`, () =>
      visit({ screen }, async ({ page, open }) => {
        await open(`/book/${bookId}`)
        await page.locator('.comments').scrollIntoViewIfNeeded()
        const links = contentsOf(page).getByRole('link')
        await links.first().waitFor()
        assert.equal(await links.count(), 8)
        await contentsOf(page).getByText('展开另外 4 项').focus()
        await page.keyboard.press('Enter')
        assert.equal(await links.count(), 12)
        await links.nth(10).focus()
        await page.keyboard.press('Enter')
        await sectionContaining(page, '这是第11章的开头。')
        await page.locator('.reader-chapter').getByText('第11章 渡口').waitFor()
        assert.equal(new URL(page.url()).hash, '')
      }),
    )
  }

  await t.test('a chapter opens before the stored position, to which the user can return', () =>
    visit({}, async ({ page }) => {
      await page.goto(`${site.url}/book/${bookId}/read#chapter-9`)
      await sectionContaining(page, '这是第9章的开头。')
      assert.equal(await page.getByRole('button', { name: /^回到/ }).count(), 0)
      await page.goto(`${site.url}/book/${bookId}`)
      await page.goto(`${site.url}/book/${bookId}/read#chapter-2`)
      await sectionContaining(page, '这是第2章的开头。')
      await page.getByRole('button', { name: /^回到/ }).click()
      await sectionContaining(page, '这是第9章的开头。')
    }),
  )

  await t.test('an address of a chapter that does not exist opens the book', () =>
    visit({}, async ({ page }) => {
      for (const hash of ['#chapter-0', '#chapter-99', '#chapter-x', '#chapter-1e9']) {
        await page.goto(`${site.url}/book/${bookId}`)
        await page.goto(`${site.url}/book/${bookId}/read${hash}`)
        await sectionContaining(page, '这是第1章的开头。')
      }
    }),
  )

  await t.test('a book without a text asks for no chapters, and a failure leaves the page complete', () =>
    visit({ expected: [/Failed to load resource/] }, async ({ page, open }) => {
      const asked: string[] = []
      page.on('request', (request) => request.url().endsWith('/contents') && asked.push(request.url()))
      await open(`/book/${await findBookId(site.db, '堂吉诃德')}`)
      await page.locator('.comments').scrollIntoViewIfNeeded()
      await page.locator('.comments[data-hydrated]').waitFor()
      assert.deepEqual(asked, [])
      await page.route('**/contents', (route) => route.fulfill({ status: 503 }))
      const answered = page.waitForResponse('**/contents')
      await open(`/book/${bookId}`)
      await page.locator('.comments').scrollIntoViewIfNeeded()
      await answered
      await page.getByRole('link', { name: '在线阅读' }).waitFor()
      assert.equal(await contentsOf(page).count(), 0)
    }),
  )

  await t.test('the list is accessible and fits into the window', () =>
    visit({}, async ({ page, open }) => {
      await open(`/book/${bookId}`)
      await page.locator('.comments').scrollIntoViewIfNeeded()
      await contentsOf(page).getByText('展开另外 4 项').click()
      await requireAccessibleInEveryLook(page, '.book-contents')
      await requireFit(page)
    }),
  )
})
