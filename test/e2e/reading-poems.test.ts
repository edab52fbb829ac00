import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSite } from '../test-site.ts'
import { startBrowser } from './browser.ts'
import { openBook } from './open-book.ts'

/** A book of the library's own, with a cover, and with many poems to a section. */
test('reading a book of poems', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(t, site.url)
  const { id } = await site.db
    .selectFrom('book')
    .select('id')
    .where('title', '=', '唐诗三百首')
    .executeTakeFirstOrThrow()
  const path = `${site.url}/book/${id}/read`

  await t.test('what is found is named by its poem', () =>
    visit({}, async ({ page }) => {
      await openBook(page, path, '')
      await page.keyboard.press('/')
      await page.getByRole('searchbox', { name: '要找的字' }).fill('床前')
      await page.keyboard.press('Enter')
      await page.getByText('共 1 处').waitFor()
      assert.match(await page.locator('.found-in-book button').innerText(), /^静夜思\s*床前明月光/)
    }),
  )
})
