import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright'
import { startTestSite } from '../test-site.ts'
import { bothScreens, startBrowser } from './browser.ts'

test('the list of books and the page of a book', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')

  for (const screen of bothScreens) {
    await t.test(`a card of the list shows the whole sentence of its book, on a ${screen}`, () =>
      visit({ screen }, async ({ page, open }) => {
        await open('/book')
        const card = page.locator('.book-card').first()
        const [sentence, cover] = [card.locator('.book-card-sentence'), card.locator('.book-cover')]
        assert.ok(await sentence.evaluate((element) => element.scrollHeight <= element.clientHeight + 1))
        const isBeside = (await left(sentence)) > (await left(cover)) + 80
        assert.equal(isBeside, screen === 'phone')
      }),
    )
  }
})

async function left(locator: Locator): Promise<number> {
  return (await locator.boundingBox())?.x ?? 0
}
