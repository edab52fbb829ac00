import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBookId } from '../find-book-id.ts'
import { startTestSite } from '../test-site.ts'
import { holdAnswers, startBrowser } from './browser.ts'

test('leaving a page', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')

  await t.test(
    'a rating that the browser is still sending when the user leaves the page is saved, and so is one that waits',
    async () => {
      const { token, api } = await site.newUser()
      const itemId = await findBookId(site.db, '边城')
      await visit({ token, isIsolated: true }, async ({ page, open }) => {
        await open(`/book/${itemId}`)
        const first = page.getByLabel('4 星 · 8 分')
        // The first rating loads the modules that a rating needs, as an earlier action of the user may have done.
        const answered = page.waitForResponse((response) => response.url().endsWith('/user/rate'))
        await first.check({ force: true })
        await (await answered).finished()
        await untilRated(8)
        // The network is so slow that the browser is still sending the rating when the page is gone.
        const devTools = await page.context().newCDPSession(page)
        await devTools.send('Network.enable')
        const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 500 }
        await devTools.send('Network.emulateNetworkConditions', conditions)
        const sent = page.waitForRequest((request) => request.url().endsWith('/user/rate'))
        await page.getByLabel('3 星 · 6 分').check({ force: true })
        await sent
        await page.goto(`${site.url}/readyz`)
        await untilRated(6)
      })
      await visit({ token, isIsolated: true }, async ({ page, open }) => {
        await open(`/book/${itemId}`)
        const answered = page.waitForResponse((response) => response.url().endsWith('/user/rate'))
        await page.getByLabel('4 星 · 8 分').check({ force: true })
        await (await answered).finished()
        // While the answer to one rating is on its way, another rating waits for its turn.
        const latch = await holdAnswers(page, '**/user/rate')
        await page.getByLabel('3 星 · 6 分').check({ force: true })
        await latch.isAnswered
        await untilRated(6)
        await page.getByLabel('5 星 · 10 分').check({ force: true })
        await page.unroute('**/user/rate')
        await page.goto(`${site.url}/readyz`)
        await untilRated(10)
      })

      async function untilRated(score: number) {
        let rated = (await api.auth.loginStatus()).rated
        for (let tries = 0; tries < 100 && rated?.[0]?.score !== score; tries += 1) {
          await new Promise((resolve) => setTimeout(resolve, 50))
          rated = (await api.auth.loginStatus()).rated
        }
        assert.deepEqual(rated, [{ itemType: 'book', itemId, score }])
      }
    },
  )
})
