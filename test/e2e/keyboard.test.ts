import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright'
import { findBookId } from '../find-book-id.ts'
import { startTestSite } from '../test-site.ts'
import { codeFor, newAccount, showsUser } from './account-form.ts'
import { bothScreens, comesToRest, menuOf, pressWhileComposing, startBrowser, storedToken } from './browser.ts'
import { openBook } from './open-book.ts'

test('the site can be used by keyboard alone', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')

  for (const screen of bothScreens) {
    await t.test(`the skip link moves the focus to the content, on a ${screen}`, () =>
      visit({ screen }, async ({ page, open }) => {
        await open('/book')
        await page.keyboard.press('Tab')
        const skip = page.getByRole('link', { name: '跳到正文' })
        assert.equal(await isFocused(skip), true)
        await comesToRest(page)
        assert.ok(((await skip.boundingBox())?.y ?? -1) >= 0)
        await page.keyboard.press('Enter')
        await page.waitForFunction(() => document.activeElement?.id === 'content')
        await page.keyboard.press('Tab')
        assert.equal(await page.evaluate(() => document.activeElement?.closest('main')?.id), 'content')
      }),
    )

    await t.test(`a user finds a book, registers, opens the menu and logs out, on a ${screen}`, () =>
      visit({ screen }, async ({ page, open }) => {
        const account = newAccount()
        await open('/')
        // On a phone the menu at the bottom of the window is the last element of the page, so the test reaches it
        // with Shift+Tab.
        const books = menuOf(page, screen).getByRole('link', { name: '好书', exact: true })
        await press(page, books, screen === 'phone' ? 'Shift+Tab' : 'Tab')
        await page.waitForURL(`${site.url}/book`)
        if (screen === 'phone') await press(page, page.locator('.book-filter > summary'))
        await press(page, page.locator('.book-filter .chip[href*="tag="]').first())
        await page.locator('.book-filter .chip[aria-current]').waitFor({ state: 'attached' })
        await press(page, page.getByRole('link', { name: '最新' }))
        await page.locator('.sort-links a[aria-current="true"]', { hasText: '最新' }).waitFor()
        await press(page, page.locator('.book-card-title').first())
        await page.getByRole('heading', { level: 2, name: '为什么推荐' }).waitFor()

        await press(page, page.getByRole('link', { name: '登录 / 注册' }), 'Shift+Tab')
        await page.waitForURL(`${site.url}/user/login`)
        await press(page, page.getByRole('link', { name: '注册', exact: true }))
        await page.getByRole('heading', { level: 1, name: '注册' }).waitFor()
        await type(page, page.getByLabel('邮箱或手机号', { exact: true }), account)
        await type(page, page.getByLabel('验证码', { exact: true }), await codeFor(site, account, 'register'))
        await type(page, page.getByLabel('名字（可不填）', { exact: true }), '翠翠')
        await page.keyboard.press('Tab')
        await page.keyboard.press('Space')
        await page.keyboard.press('Enter')
        await page.waitForURL(`${site.url}/user/userInfo#shelf`)
        await showsUser(page, '翠翠')

        const button = page.getByRole('button', { name: '翠翠的菜单' })
        await press(page, button)
        const menu = page.locator('#account-menu:popover-open')
        await menu.getByRole('link', { name: '翠翠' }).waitFor()
        await page.keyboard.press('Tab')
        assert.equal(await isFocused(menu.getByRole('link', { name: '翠翠' })), true)
        await page.keyboard.press('Escape')
        await menu.waitFor({ state: 'hidden' })
        assert.equal(await isFocused(button), true)
        await page.keyboard.press('Enter')
        await menu.waitFor()
        await press(page, menu.getByRole('button', { name: '退出登录' }))
        await page.getByRole('link', { name: '登录 / 注册' }).waitFor()
        assert.equal(await storedToken(page), null)
      }),
    )
  }

  await t.test('an Escape that belongs to an input method closes no form and clears no field', async () => {
    const { token, api } = await site.newUser('翠翠')
    const bookId = await findBookId(site.db, '唐诗三百首')
    await api.comment.create({ itemType: 'book', itemId: bookId, content: '春眠不觉晓。', elapsed: 60_000 })
    await visit({ token }, async ({ page, open }) => {
      const composeIn = async (field: Locator) => {
        await field.fill('唐')
        await pressWhileComposing(page, 'shi', ['Escape'])
        assert.equal(await field.inputValue(), '唐shi')
        await page.keyboard.insertText('诗')
        await page.keyboard.press('Escape')
        await field.waitFor({ state: 'detached' })
      }
      await open(`/book/${bookId}`)
      const answer = page.getByRole('button', { name: '回复' })
      const reply = page.getByRole('textbox', { name: '回复 翠翠' })
      await answer.click()
      await composeIn(reply)
      await answer.click()
      assert.equal(await reply.inputValue(), '唐诗')

      await openBook(page, `${site.url}/book/${bookId}/read`, '')
      for (const [key, label] of [
        ['/', '要找的字'],
        ['d', '要查的字词'],
      ] as const) {
        const field = page.getByRole('searchbox', { name: label })
        await page.keyboard.press(key)
        await composeIn(field)
        await page.keyboard.press(key)
        assert.equal(await field.inputValue(), '唐诗')
        await page.keyboard.press('Escape')
      }
      await page.keyboard.press('t')
      await composeIn(page.getByRole('searchbox', { name: '在目录里找' }))
    })
  })

  await t.test('the focused element is visible', () =>
    visit({}, async ({ page, open }) => {
      await open('/book')
      for (let step = 0; step < 12; step++) {
        await page.keyboard.press('Tab')
        await comesToRest(page)
        const outline = await page.evaluate(() => {
          const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
          return [outlineStyle, outlineWidth]
        })
        assert.deepEqual(outline, ['solid', '2px'])
      }
    }),
  )
})

function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement)
}

/**
 * Presses Tab until the target has the focus. The number of steps is enough for a long list, and limited so that the
 * test fails if some element never lets the focus go on.
 */
async function focusByKeyboard(page: Page, target: Locator, key = 'Tab') {
  await target.waitFor()
  for (let step = 0; step < 150; step++) {
    if (await isFocused(target)) return
    await page.keyboard.press(key)
  }
  assert.fail(`the keyboard does not reach ${String(target)}`)
}

async function press(page: Page, target: Locator, key?: string) {
  await focusByKeyboard(page, target, key)
  await page.keyboard.press('Enter')
}

async function type(page: Page, target: Locator, text: string) {
  await focusByKeyboard(page, target)
  await page.keyboard.insertText(text)
}
