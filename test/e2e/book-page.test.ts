import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright'
import { v7 as newId } from 'uuid'
import { findBookId } from '../find-book-id.ts'
import { startTestSite } from '../test-site.ts'
import { bothScreens, startBrowser } from './browser.ts'
import { requireAccessible } from './require-accessible.ts'

test('the list of books and the page of a book', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const novel = await findBookId(site.db, '红楼梦')
  const poems = await findBookId(site.db, '唐诗三百首')

  for (const screen of bothScreens) {
    await t.test(`a card of the list shows the whole sentence of its book, on a ${screen}`, () =>
      visit({ screen }, async ({ page, open }) => {
        await open('/book')
        const card = page.locator('.book-card').first()
        const [sentence, cover] = [card.locator('.book-card-sentence'), card.locator('.book-cover')]
        assert.ok(await sentence.evaluate((element) => element.scrollHeight <= element.clientHeight + 1))
        const isBeside = (await left(sentence)) > (await left(cover)) + 80
        assert.equal(isBeside, screen === 'phone')

        await open('/book/freeBook')
        const free = page.locator('.free-book-card').first()
        const facts = free.locator('.free-book-facts')
        assert.match(await facts.innerText(), /字 · 约读 \d/)
        assert.equal((await left(facts)) > (await left(free.locator('.book-cover'))) + 80, screen === 'phone')
      }),
    )
  }

  await t.test('the first lines of the page name form and length of the text, and download it', () =>
    visit({ screen: 'phone' }, async ({ page, open }) => {
      await open(`/book/${poems}`)
      const summary = page.locator('.book-summary')
      assert.match(await summary.innerText(), /诗歌 · .*万字，约读 \d/)
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: '下载', exact: true }).click()
      assert.match((await download).suggestedFilename(), /\.epub$/)
      await summary.getByRole('link', { name: '诗歌' }).click()
      await page.getByRole('heading', { level: 1, name: /诗歌|好书/ }).waitFor()
    }),
  )

  for (const hasScript of [true, false]) {
    const how = hasScript ? 'with' : 'without'
    await t.test(
      `comments come before the relations, of which six are open and the others unfold, ${how} scripts`,
      () =>
        visit({ hasScript }, async ({ page, open }) => {
          await open(`/book/${novel}`)
          const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts()
          const at = (start: string) => headings.findIndex((heading) => heading.startsWith(start))
          assert.ok(at('这本书') < at('评论') && at('评论') < at('相连的书') && at('相连的书') < at('接着读'))
          const relations = page.getByRole('region', { name: '相连的书' }).getByRole('listitem')
          assert.equal(await relations.count(), 6)
          await page.getByText(/^另外 \d+ 本$/).click()
          assert.ok((await relations.count()) > 6)
          // The accessibility checker waits for timers, which do not run in a page without scripts, so such a page is
          // not checked.
          if (hasScript) await requireAccessible(page)
        }),
    )
  }

  await t.test('somebody who has begun a text reads on where they are', async () => {
    const { api, token } = await site.newUser()
    const { files } = await site.visitor.book.show({ id: poems })
    await api.reading.put({
      bookId: poems,
      fileId: files[0]?.id ?? '',
      locator: 'epubcfi(/6/4!/4/2)',
      fraction: 0.34,
      updatedAt: new Date().toISOString(),
      deviceId: newId(),
      device: '浏览器',
      basedOn: 0,
    })
    await visit({ token }, async ({ page, open }) => {
      await open(`/book/${poems}`)
      await page.getByRole('link', { name: '接着读 34%' }).waitFor()
    })
    await visit({}, async ({ page, open }) => {
      await open(`/book/${poems}`)
      await page.getByRole('link', { name: '在线阅读' }).waitFor()
    })
  })
})

async function left(locator: Locator): Promise<number> {
  return (await locator.boundingBox())?.x ?? 0
}
