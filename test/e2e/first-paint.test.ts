import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { startTestSite } from '../test-site.ts'
import { becomesAlive, bothScreens, holdRequests, startBrowser } from './browser.ts'

const scripts = /\/assets\/.*\.js$/

test('pages load their scripts after the first paint and lose no click before', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const { list } = await site.visitor.book.list()
  const [book] = list
  const [place] = (await site.visitor.place.list({ limit: 1 })).list
  if (!book || !place) return assert.fail()
  const bookPath = `/book/${book.id}`
  const paths = ['/', '/book', '/book/freeBook', bookPath, `/person/${book.authorIds[0]}`, `/place/${place.id}`]

  for (const path of paths)
    await t.test(`${path} requests only styles and pictures before its load event`, () =>
      visit({ screen: 'phone' }, async ({ page, open }) => {
        await open(path)
        const { early, late } = await requestedFiles(page)
        assert.deepEqual(
          early.filter((name) => !/\.(css|svg|webp|png)$/.test(name)),
          [],
        )
        assert.ok(late.some((name) => scripts.test(name)))
      }),
    )

  for (const path of paths.slice(1))
    await t.test(`pictures of ${path} that arrive late move nothing`, () =>
      visit({ screen: 'phone' }, async ({ page }) => {
        await holdRequests(page, scripts)
        const held = await holdRequests(page, /\/(cover|globe|map)\/.*\.svg/)
        await page.goto(site.url + path, { waitUntil: 'domcontentloaded' })
        await held.isAsked
        await page.waitForFunction(() =>
          Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')).every(({ sheet }) => sheet),
        )
        const before = await readBoxes(page)
        held.release()
        await page.waitForLoadState('load')
        assert.deepEqual(await readBoxes(page), before)
      }),
    )

  await t.test('the HTML names the covers of the first row as urgent and all others as lazy', async () => {
    for (const path of ['/book', '/book/freeBook']) {
      const html = await (await fetch(site.url + path)).text()
      assert.doesNotMatch(html, /rel="modulepreload"|<script[^>]*\ssrc=/)
      const covers = [...html.matchAll(/<img class="book-cover"[^>]*>/g)].map(([tag]) => tag)
      assert.ok(covers.every((tag) => /width="\d+" height="\d+"/.test(tag)))
      const urgent = covers.filter((tag) => tag.includes('fetchPriority="high"'))
      assert.deepEqual(urgent, covers.slice(0, urgent.length))
      assert.ok(urgent.length > 0 && urgent.every((tag) => tag.includes('loading="eager"')))
      assert.ok(covers.slice(urgent.length).every((tag) => tag.includes('loading="lazy"')))
    }
  })

  for (const screen of bothScreens) {
    await t.test(`buttons pressed before hydration take effect once, on a ${screen}`, async () => {
      const { token, api } = await site.newUser(`早${screen}`)
      await visit({ screen, token }, async ({ page }) => {
        const held = await holdRequests(page, scripts)
        await page.goto(site.url + bookPath)
        await page.getByRole('button', { name: '想读' }).click()
        await page.getByRole('button', { name: /^喜欢/ }).click()
        await page.getByRole('button', { name: '外观：跟随系统' }).click()
        const stored = page.waitForResponse('**/api/v1/user/shelf')
        held.release()
        await becomesAlive(page)
        await page.getByRole('button', { name: '想读', pressed: true }).waitFor()
        await page.getByRole('button', { name: /^喜欢/, pressed: true }).waitFor()
        await page.getByRole('button', { name: '外观：白天' }).waitFor()
        // The buttons show the new states before the server has stored them, so the test also waits for the answer of
        // the server.
        await stored
      })
      assert.deepEqual(
        (await api.shelf.list({ state: 'want' })).list.map((one) => one.book.itemId),
        [book.id],
      )
    })

    await t.test(`links, filters and the search work before hydration, on a ${screen}`, () =>
      visit({ screen }, async ({ page }) => {
        const held = await holdRequests(page, scripts)
        await page.goto(`${site.url}/`)
        await page.getByRole('button', { name: '全部标签' }).click()
        await page.locator('.tag-panel').getByRole('link').first().waitFor()
        await page.goto(`${site.url}/book`)
        if (screen === 'phone') await page.getByText('筛选').click()
        await page.locator('.book-filter .chip[href*="tag="]').first().click()
        await page.locator('.book-filter .chip[aria-current]').waitFor({ state: 'attached' })
        await page.locator(':is(.page-search, .header-search) input:visible').fill('红楼梦')
        await page.keyboard.press('Enter')
        await page.waitForURL((url) => url.searchParams.get('q') === '红楼梦')
        held.release()
        await becomesAlive(page)
      }),
    )
  }
})

/** Returns the paths that the page requested before the end of its load event, and those that it requested later. */
function requestedFiles(page: Page): Promise<{ early: string[]; late: string[] }> {
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const loadedAt = navigation?.loadEventEnd ?? 0
    const entries = performance.getEntriesByType('resource').map(({ name, startTime }) => ({
      path: new URL(name).pathname,
      isEarly: startTime < loadedAt,
    }))
    const pathsOf = (isEarly: boolean) => entries.filter((one) => one.isEarly === isEarly).map(({ path }) => path)
    return { early: pathsOf(true), late: pathsOf(false) }
  })
}

/** Returns the position and size of every part of the page's main content, as one line of text each. */
function readBoxes(page: Page): Promise<string[]> {
  return page.locator('main :not(svg *)').evaluateAll((parts) =>
    parts.map((part) => {
      const { left, top, width, height } = part.getBoundingClientRect()
      return `${part.tagName} ${part.className}: ${left} ${top} ${width} ${height}`
    }),
  )
}
