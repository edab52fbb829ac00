import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { startTestSite } from '../test-site.ts'
import { showsUser } from './account-form.ts'
import { startBrowser } from './browser.ts'
import { tellStory } from './tell-story.ts'

test('the account menu', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const { token, api } = await site.newUser('翠翠')
  const [book] = (await api.book.list()).list
  const item = { itemType: 'book', itemId: book?.id ?? '' } as const
  await api.reaction.like({ ...item, on: true })
  await api.comment.create({ ...item, content: '读了两遍。' })
  const openMenu = async (page: Page) => {
    await page.getByRole('button', { name: '翠翠的菜单' }).click()
    await page.locator('#account-menu:popover-open').waitFor()
    await page.getByRole('link', { name: '推荐 0' }).waitFor()
  }
  const isClosed = (page: Page) => page.locator('#account-menu:not(:popover-open)').waitFor({ state: 'attached' })

  await t.test('the avatar is 42 pixels wide and opens the account menu', () =>
    tellStory(visit, { token }, async ({ page, open }) => {
      await open('/book')
      await showsUser(page, '翠翠')
      const box = await page.locator('.account-button .avatar').boundingBox()
      assert.deepEqual([box?.width, box?.height], [42, 42])
      await openMenu(page)
      for (const counted of ['喜欢书 1 · 评论 0', '收藏书 0', '推荐0', '评论1'])
        await page.locator('#account-menu a', { hasText: counted }).waitFor()
      const links = await page
        .locator('#account-menu a')
        .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]))
      assert.deepEqual(links, [
        ['翠翠', '/user/userInfo'],
        ['我要推荐好书', '/user/recommend'],
        ['喜欢书 1 · 评论 0', '/user/userInfo#like'],
        ['收藏书 0', '/user/userInfo#save'],
        ['书架', '/user/userInfo#shelf'],
        ['我的地图', '/user/map'],
        ['我的这一年', '/user/year'],
        ['读书时间', '/user/reading'],
        ['推荐0', '/user/userInfo#recommend'],
        ['评论1', '/user/userInfo#comment'],
        ['消息', '/user/userInfo#message'],
        ['设置', '/user/userInfo#info'],
      ])
    }),
  )

  await t.test('each entry leads to its section and closes the menu', () =>
    tellStory(visit, { token }, async ({ page, open }) => {
      await open('/book')
      for (const [label, hash] of [
        ['收藏', '#save'],
        ['评论', '#comment'],
        ['设置', '#info'],
      ] as const) {
        await openMenu(page)
        await page
          .locator('#account-menu')
          .getByRole('link', { name: new RegExp(`^${label}`) })
          .click()
        await page.waitForURL(`${site.url}/user/userInfo${hash}`)
        await page.locator(`.user-info-nav a[aria-current="page"][href$="${hash}"]`).waitFor()
        await isClosed(page)
      }
      await openMenu(page)
      assert.equal(await page.locator('#account-menu').getByRole('link', { name: '编辑台' }).count(), 0)
      await page.locator('#account-menu').getByRole('link', { name: '我要推荐好书' }).click()
      await page.waitForURL(`${site.url}/user/recommend`)
      await isClosed(page)
    }),
  )

  for (const path of ['/', '/book', '/place'])
    await t.test(`the menu opens below the avatar on ${path}, at every width`, () =>
      visit({ token }, async ({ page, open }) => {
        await open(path)
        await showsUser(page, '翠翠')
        for (const width of [390, 1440, 1920]) {
          await page.setViewportSize({ width, height: 900 })
          await openMenu(page)
          const [avatar, menu] = await page
            .locator('.account-button, #account-menu')
            .evaluateAll((both) => both.map((one) => Math.round(one.getBoundingClientRect().right)))
          assert.equal(menu, avatar, `${width}`)
          await page.keyboard.press('Escape')
          await isClosed(page)
        }
      }),
    )

  await t.test('the menu closes on a click outside', () =>
    visit({ token }, async ({ page, open }) => {
      await open('/book')
      await openMenu(page)
      await page.getByRole('heading', { level: 1 }).click()
      await isClosed(page)
    }),
  )

  await t.test('showing the logged-in user shifts nothing in the header', () =>
    visit({ token }, async ({ page, open }) => {
      const held = Promise.withResolvers<void>()
      await page.route('**/api/v1/auth/loginStatus', async (route) => {
        await held.promise
        await route.continue()
      })
      await open('/book')
      const places = () =>
        page
          .locator('.logo, .header-menu a, .header-recommend, .icon-button, main')
          .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())))
      const before = await places()
      held.resolve()
      await showsUser(page, '翠翠')
      assert.deepEqual(await places(), before)
    }),
  )
})
