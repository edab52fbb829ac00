import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSite } from '../test-site.ts'
import { becomesAlive, menuOf, resize, startBrowser } from './browser.ts'
import { failedLoad, listRoutes } from './every-route.ts'
import { requireAccessible } from './require-accessible.ts'

/** The errors that a browser logs because the parts of the page of a missing book cannot be read either. */
const failedPart = /^console: fetch-(?:ratings|comments) error/

test('pages hydrate and show their errors in place', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const routes = await listRoutes(site)

  for (const { path, status, as } of routes) {
    // The test skips pages that change during hydration: only the browser knows who is logged in and which books are
    // stored on the device.
    if (as !== undefined || path.endsWith('/read') || path === '/book/offline') continue
    await t.test(`${path} hydrates without changing`, () =>
      visit({ expected: status === 200 ? [] : [failedLoad] }, async ({ page, open }) => {
        // For a user who prefers reduced motion the tour of the map does not start by itself. The server does not know
        // this preference, so the page would change during hydration.
        await page.emulateMedia({ reducedMotion: 'no-preference' })
        await open(path)
        const [alive, sent] = await page.evaluate(async () => {
          const html = await (await fetch(location.href)).text()
          const mains = [document, new DOMParser().parseFromString(html, 'text/html')].map(
            ({ body }) => body.querySelector('main') ?? body,
          )
          // Some parts of a page are missing from the server's HTML and appear after hydration: panels, tools and
          // announcements of the map, most tags, descriptions of tours, forms restored from the device, and reactions
          // of the user. The test removes these parts from both documents before it compares them.
          for (const main of mains)
            main
              .querySelectorAll(
                'noscript, .layer-panel, .recommendation-room, .reactions, .comments, #tag-panel, .tour-desc, .sheet-head, .timeline-track, .timeline-years, .timeline-play, .map-stage [role="status"]',
              )
              .forEach((part) => part.remove())
          for (const part of document.querySelectorAll('[data-hydrated]')) part.removeAttribute('data-hydrated')
          return mains.map((main) => main.innerHTML)
        })
        assert.ok((sent?.length ?? 0) > 100)
        assert.equal(alive, sent)
      }),
    )
  }

  await t.test('an unknown address answers 404 with links to other pages', () =>
    visit({ expected: [failedLoad, failedPart] }, async ({ page, open }) => {
      for (const path of ['/nothing-here', '/book/nothing', '/book/00000000-0000-7000-8000-000000000000']) {
        await open(path)
        await page.getByRole('heading', { level: 1, name: '没找到页面...' }).waitFor()
        assert.equal(await page.title(), '没找到页面 · 知图')
      }
      await page.getByRole('main').getByRole('link', { name: '看看好书' }).click()
      await page.getByRole('heading', { level: 1, name: '好书推荐' }).waitFor()
      await page.goBack()
      const field = page.getByRole('main').getByRole('searchbox')
      await field.fill('边城')
      await field.press('Enter')
      await page.getByRole('heading', { level: 1, name: '搜索「边城」' }).waitFor()
    }),
  )

  await t.test('a book without a text answers 404 with the menus of the site, and its page is accessible', () =>
    visit({ expected: [failedLoad] }, async ({ page, open }) => {
      const { list } = await site.visitor.book.list({ limit: 50 })
      await open(`/book/${list.find(({ hasText }) => !hasText)?.id}/read`)
      await page.getByRole('heading', { level: 1, name: '没找到页面...' }).waitFor()
      await page.getByRole('link', { name: '好书', exact: true }).first().waitFor()
      await requireAccessible(page)
    }),
  )

  await t.test('a dead link shows the same page without reloading the document', () =>
    visit({ expected: [failedLoad, failedPart] }, async ({ page, open }) => {
      await open('/book')
      await page.evaluate(() => Object.assign(window, { isTheSameDocument: true }))
      for (const href of ['/nothing-here', '/book/00000000-0000-7000-8000-000000000000']) {
        await page.evaluate((href) => {
          const link = Object.assign(document.createElement('a'), { href, textContent: '死链' })
          document.querySelector('.footer-inner')?.replaceChildren(link)
        }, href)
        await page.getByRole('link', { name: '死链' }).click()
        await page.waitForURL(`**${href}`)
        await page.getByRole('heading', { level: 1, name: '没找到页面...' }).waitFor()
        assert.equal(await page.evaluate(() => 'isTheSameDocument' in window), true)
        await page.goBack()
        await page.getByRole('heading', { level: 1, name: '好书推荐' }).waitFor()
      }
    }),
  )

  await t.test('an invalid page number shows what to do', () =>
    visit({ expected: [failedLoad] }, async ({ page, open }) => {
      await open('/book?cursor=x')
      await page.getByRole('heading', { level: 1, name: '这一页没有打开' }).waitFor()
      await page.getByText('请从第一页开始').waitFor()
    }),
  )

  await t.test('a progress bar appears and the old page fades while the next page loads', () =>
    visit({}, async ({ page, open }) => {
      await open('/')
      const held = Promise.withResolvers<void>()
      await page.route('**/api/v1/book/list', async (route) => {
        await held.promise
        await route.continue()
      })
      await menuOf(page, 'desktop').getByRole('link', { name: '好书', exact: true }).click()
      await page.locator('.progress-bar[data-loading]:has-text("正在打开页面")').waitFor()
      assert.equal(new URL(page.url()).pathname, '/')
      await page.waitForFunction(() => getComputedStyle(document.querySelector('main') ?? document.body).opacity < '1')
      held.resolve()
      await page.getByRole('heading', { level: 1, name: '好书推荐' }).waitFor()
      await page.locator('.progress-bar:not([data-loading])').waitFor({ state: 'attached' })
      await page.waitForFunction(
        () => getComputedStyle(document.querySelector('main') ?? document.body).opacity === '1',
      )
    }),
  )

  await t.test('the cover of a chosen book grows while its page loads', () =>
    visit({}, async ({ page, open }) => {
      await open('/book')
      const held = Promise.withResolvers<void>()
      await page.route('**/api/v1/book/*', async (route) => {
        await held.promise
        await route.continue()
      })
      await page.locator('.book-card-title').first().click()
      await page.waitForFunction(() => {
        const cover = document.querySelector('.book-card .book-cover')
        return cover !== null && getComputedStyle(cover).transform === 'matrix(1.08, 0, 0, 1.08, 0, 0)'
      })
      held.resolve()
      await page.waitForURL('**/book/*-*')
    }),
  )

  await t.test('the header and the tab bar scroll with the page in a window as low as a phone on its side', () =>
    visit({ screen: 'phone' }, async ({ page, open }) => {
      await open('/book')
      const bars = page.locator('.header, .tab-bar')
      const countInView = () =>
        bars.evaluateAll((all) =>
          all.map((bar) => bar.getBoundingClientRect()).filter(({ top, bottom }) => bottom > 0 && top < innerHeight),
        )
      await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
      assert.equal((await countInView()).length, 2)
      await resize(page, { width: 844, height: 390 })
      await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
      assert.equal((await countInView()).length, 0)
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
      assert.equal((await countInView()).length, 1)
    }),
  )

  await t.test('a page that fails to load shows an error, can be tried again and left', () =>
    visit({ expected: [/net::ERR_FAILED/] }, async ({ page, open }) => {
      await open('/')
      await page.route('**/api/v1/book/list', (route) => route.abort())
      const link = menuOf(page, 'desktop').getByRole('link', { name: '好书', exact: true })
      await link.click()
      await page.getByText('连不上服务器，请检查网络后再试').waitFor()
      await requireAccessible(page, 'main')
      // The home page may also request the list of books, so the test stops blocking these requests before it goes back
      // to the home page.
      await page.unroute('**/api/v1/book/list')
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: /每一本书/ }).waitFor()
      await page.route('**/api/v1/book/list', (route) => route.abort())
      await link.click()
      await page.getByRole('link', { name: '再试', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: '好书推荐' }).waitFor()
    }),
  )

  await t.test('a link that is followed without a network says so, and can be tried again', () =>
    visit({ isIsolated: true, expected: [/ERR_INTERNET_DISCONNECTED/] }, async ({ page, open }) => {
      await open('/')
      await page.context().setOffline(true)
      await menuOf(page, 'desktop').getByRole('link', { name: '好书', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: '没有网络' }).waitFor()
      assert.equal(await page.getByText('500').count(), 0)
      await page.getByRole('link', { name: '本机的书' }).waitFor()
      await page.context().setOffline(false)
      await page.getByRole('link', { name: '再试', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: '好书推荐' }).waitFor()
    }),
  )

  await t.test('without a network a page says so, and can be tried again by keyboard', () =>
    visit(
      { isIsolated: true, before: installWorker, expected: [/ERR_INTERNET_DISCONNECTED/, /503/] },
      async (visited) => {
        const { page, open } = visited
        await open('/book')
        await page.evaluate(() => navigator.serviceWorker.ready)
        await page.context().setOffline(true)
        await page.goto(`${site.url}/today`)
        await page.getByRole('heading', { level: 1, name: '没有网络' }).waitFor()
        await requireAccessible(page, 'main')
        assert.equal(new URL(page.url()).pathname, '/today')
        await page.getByRole('link', { name: '本机的书' }).waitFor()
        await page.context().setOffline(false)
        await page.getByRole('link', { name: '再试' }).press('Enter')
        await page.getByRole('heading', { level: 1, name: '没有网络' }).waitFor({ state: 'detached' })
        await becomesAlive(page)
        assert.equal(new URL(page.url()).pathname, '/today')
      },
    ),
  )
})

/** Lets the site install its service worker at once instead of waiting until the browser is idle. */
function installWorker() {
  window.requestIdleCallback = (run) => window.setTimeout(() => run({ didTimeout: false, timeRemaining: () => 0 }))
}
