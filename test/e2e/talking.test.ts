import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Request } from 'playwright'
import { v7 as newId } from 'uuid'
import { startTestSite } from '../test-site.ts'
import { fill, newUserWithPassword, showsUser } from './account-form.ts'
import { becomesAlive, bothScreens, startBrowser } from './browser.ts'
import { findScript } from './find-script.ts'
import { requireAccessibleInBothThemes } from './require-accessible.ts'

test('users comment on a book', async (t) => {
  const site = await startTestSite(t)
  const { db } = site
  const visit = await startBrowser(site.url, 'none')
  const [first, second, third, fourth, fifth] = (await site.visitor.book.list({ limit: 5 })).list
  if (!first || !second || !third || !fourth || !fifth) return assert.fail()
  const pathOf = ({ id }: { id: string }) => `/book/${id}`
  const lineOf = (page: Page, text: string) => page.locator('.comment').filter({ hasText: text }).last()
  const editor = await site.newUser('阿编', ['editor', 'admin'])

  for (const [at, screen] of bothScreens.entries()) {
    const book = at === 0 ? first : second
    await t.test(`two users write and answer comments, on a ${screen}`, async () => {
      const [a, b] = [await site.newUser(`甲${at}`), await site.newUser(`乙${at}`)]
      await visit({ screen, token: a.token }, async ({ page, open }) => {
        await open(pathOf(book))
        await showsUser(page, `甲${at}`)
        const area = page.getByLabel('写评论', { exact: true }).last()
        await area.fill('结尾是||他没有回来||，读了三遍')
        await passWritingTime(page)
        await page.getByRole('button', { name: '发表' }).click()
        const line = lineOf(page, '读了三遍')
        await line.getByRole('button', { name: '删除' }).waitFor()
        assert.equal(await area.inputValue(), '')
        assert.ok(!(await line.getByText('他没有回来').isVisible()))
        await line.getByText('剧透', { exact: true }).click()
        await line.getByText('他没有回来').waitFor()
      })
      await visit({ screen, token: b.token }, async ({ page, open }) => {
        await open(pathOf(book))
        await showsUser(page, `乙${at}`)
        const line = lineOf(page, '读了三遍')
        await line.getByRole('button', { name: '举报' }).waitFor()
        await line.getByRole('button', { name: '赞 0' }).click()
        await line.getByRole('button', { name: '赞 1' }).and(page.locator('[aria-pressed="true"]')).waitFor()
        await line.getByRole('button', { name: '回复' }).click()
        // A click on the reply button moves the focus to the comment field; Ctrl+Enter in this field submits the
        // comment.
        await page.keyboard.type(`@甲${at} 我也是 https://ok.test/a`)
        await passWritingTime(page)
        await page.keyboard.press('Control+Enter')
        const reply = lineOf(page, '我也是')
        await reply.getByText('审核中').waitFor()
        await reply.getByText('新账号发的链接要先经编辑看过').waitFor()
        const link = reply.locator('.comment-text a')
        assert.equal(await link.getAttribute('rel'), 'nofollow ugc noopener noreferrer')
        await line.getByRole('button', { name: '举报' }).click()
        await page.getByLabel('没有折起来的剧透').check()
        await page.getByRole('dialog').getByRole('button', { name: '举报' }).click()
        await page.getByText('已经交给编辑').waitFor()
        await requireAccessibleInBothThemes(page, 'main')
      })
      await visit({ screen, token: editor.token }, async ({ page, open }) => {
        await open('/admin/comment')
        await page.locator('[data-admin-row]').first().waitFor()
        assert.equal(await page.locator('[data-admin-row]').count(), 2)
        await page.keyboard.press('j')
        await page.locator('[data-admin-row]:focus').getByText('我也是').waitFor()
        await page.keyboard.press('a')
        await page.locator('[data-admin-row]').first().getByText('已通过').waitFor()
        await page.keyboard.press('j')
        await page.keyboard.press('d')
        await page.keyboard.type('剧透没有折')
        await page.keyboard.press('Enter')
        const row = page.locator('[data-admin-row]').nth(1)
        await row.getByText('已删除').waitFor()
        await row.focus()
        await page.keyboard.press('u')
        await row.getByRole('button', { name: '保留' }).click()
        await row.getByText('已通过').waitFor()
      })
      await visit({ screen, token: a.token }, async ({ page, open }) => {
        await open(pathOf(book))
        await showsUser(page, `甲${at}`)
        await lineOf(page, '我也是').getByRole('button', { name: '回复' }).waitFor()
        await lineOf(page, '读了三遍').getByRole('button', { name: '删除' }).click()
        await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
        await page.getByText('这条评论已经删除').waitFor()
        await lineOf(page, '我也是').waitFor()
      })
    })

    await t.test(`a comment begun before login is preserved after login, on a ${screen}`, async () => {
      const { account, password } = await newUserWithPassword(site, `丙${at}`)
      const book = at === 0 ? third : fourth
      await visit({ screen }, async ({ page, open }) => {
        await open(pathOf(book))
        const area = page.getByLabel('写评论', { exact: true }).last()
        await page.getByRole('button', { name: '登录后发表' }).waitFor()
        await area.fill('先写下来再说')
        await page.getByRole('button', { name: '登录后发表' }).click()
        await fill(page, { 邮箱或手机号: account, 密码: password })
        await page.getByRole('button', { name: '登录', exact: true }).click()
        await page.waitForURL((url) => url.pathname === pathOf(book))
        await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
        assert.equal(await area.inputValue(), '先写下来再说')
        await passWritingTime(page)
        await page.getByRole('button', { name: '发表' }).click()
        await lineOf(page, '先写下来再说').getByRole('button', { name: '删除' }).waitFor()
      })
      await visit({ screen }, async ({ page, open }) => {
        await open(pathOf(book))
        await page.getByRole('button', { name: '登录后发表' }).waitFor()
        await page.getByRole('button', { name: /^喜欢/ }).click()
        await page.getByText('登录之后，替你点上喜欢。').waitFor()
        await fill(page, { 邮箱或手机号: account, 密码: password })
        await page.getByRole('button', { name: '登录', exact: true }).click()
        await page.locator('.reaction-button[aria-pressed="true"]').getByText('喜欢').waitFor()
      })
    })
  }

  await t.test('a user rates by arrow keys, adds a shelf note, and both are saved', async () => {
    const { token, api } = await site.newUser('丁')
    await visit({ token }, async ({ page, open }) => {
      await open(pathOf(third))
      await showsUser(page, '丁')
      await page.getByRole('button', { name: '举报' }).first().waitFor()
      await page.getByLabel('4 星 · 8 分').focus()
      await page.keyboard.press('Space')
      await page.locator('.rating-text').getByText('4 星 · 8 分').waitFor()
      await page.keyboard.press('ArrowRight')
      await page.locator('.rating-text').getByText('4.5 星 · 9 分').waitFor()
      await page.getByText('1 人打分').waitFor()
      await page.getByRole('button', { name: '在读' }).click()
      await page.getByLabel('一句话笔记').fill('地铁上读')
      await page.getByRole('button', { name: '记下' }).click()
      await page.getByRole('button', { name: '改一改' }).waitFor()
      await page.reload()
      await page.locator('.rating-text').getByText('4.5 星 · 9 分').waitFor()
      assert.equal(await page.getByRole('button', { name: '在读' }).getAttribute('aria-pressed'), 'true')
      await open('/user/userInfo#shelf')
      await page.getByRole('button', { name: /^在读/ }).click()
      await page.getByText('地铁上读').waitFor()
      const menu = page.getByRole('button', { name: `${third.title}：更多` })
      await menu.click()
      await page.getByRole('button', { name: new RegExp(`改为读过.*${third.title}`) }).click()
      await page.getByText('「在读」还空着').waitFor()
      await page.getByRole('button', { name: /^读过/ }).click()
      await menu.click()
      await page.getByRole('button', { name: new RegExp(`移除.*${third.title}`) }).click()
      await page.getByText('「读过」还空着').waitFor()
    })
    assert.deepEqual((await api.auth.loginStatus()).rated, [{ itemType: 'book', itemId: third.id, score: 9 }])
  })

  await t.test('a reaction made before the user’s reactions have loaded is kept', async () => {
    const { token, api } = await site.newUser('己')
    await api.shelf.put({ bookId: third.id, state: 'want', day: '2026-01-02', note: '等人送我' })
    await visit({ token }, async ({ page, open }) => {
      // The test delays the answer that contains the user's reactions, so that the page receives it after the user has
      // reacted.
      const latch = Promise.withResolvers<void>()
      await page.route('**/api/v1/user/reaction?*', async (route) => {
        const response = await route.fetch()
        await latch.promise
        await route.fulfill({ response })
      })
      await open(pathOf(third))
      await showsUser(page, '己')
      await page.getByRole('button', { name: /^喜欢/ }).click()
      await page.getByRole('button', { name: '在读' }).click()
      latch.resolve()
      await page.getByRole('button', { name: '在读', pressed: true }).waitFor()
      await page.getByRole('button', { name: /^喜欢/, pressed: true }).waitFor()
      assert.equal(await page.getByLabel('一句话笔记').inputValue(), '等人送我')
    })
    assert.deepEqual(
      (await api.shelf.list({ state: 'reading' })).list.map(({ note }) => note),
      ['等人送我'],
    )
  })

  await t.test('text typed before hydration is preserved', () =>
    visit({ token: editor.token }, async ({ page }) => {
      const latch = Promise.withResolvers<void>()
      await page.route(`**${await findScript('这里写剧透')}`, async (route) => {
        await latch.promise
        await route.continue()
      })
      await page.goto(site.url + pathOf(third))
      await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
      const field = page.getByLabel('写评论', { exact: true }).last()
      await field.fill('手比页面快')
      latch.resolve()
      await becomesAlive(page)
      await page.getByRole('button', { name: '发表' }).and(page.locator(':enabled')).waitFor()
      assert.equal(await field.inputValue(), '手比页面快')
      await page.reload()
      await becomesAlive(page)
      await passWritingTime(page)
      await page.getByRole('button', { name: '发表' }).click()
      await lineOf(page, '手比页面快').getByRole('button', { name: '删除' }).waitFor()
    }),
  )

  await t.test('a pasted comment waits until it can be posted', async () => {
    const { token } = await site.newUser('癸')
    await visit({ token }, async ({ page, open }) => {
      await open(pathOf(fourth))
      await showsUser(page, '癸')
      await page.getByLabel('写评论', { exact: true }).last().fill('从别处粘来的一句')
      await page.getByRole('button', { name: '发表' }).click()
      await lineOf(page, '从别处粘来的一句').getByRole('button', { name: '删除' }).waitFor()
    })
  })

  await t.test('a failed comment shows an error and the text is preserved', async () => {
    const { token } = await site.newUser('戊')
    await visit({ token, expected: [/Failed to load resource/] }, async ({ page, open }) => {
      await open(pathOf(fourth))
      await showsUser(page, '戊')
      await page.getByRole('button', { name: '举报' }).first().waitFor()
      await page.route('**/api/v1/user/liked', (route) => route.abort())
      await page.route('**/api/v1/comment', (route) => route.abort())
      const like = page.getByRole('button', { name: /^喜欢/ })
      const before = await like.innerText()
      await like.click()
      await page.locator('.reactions').getByText('连不上服务器').waitFor()
      assert.equal(await like.innerText(), before)
      await page.getByLabel('写评论', { exact: true }).last().fill('网络断了也不怕')
      await passWritingTime(page)
      await page.getByRole('button', { name: '发表' }).click()
      await page.getByText('没有发出去：连不上服务器').waitFor()
      await page.unrouteAll()
      await page.getByRole('button', { name: '再试一次' }).click()
      await lineOf(page, '网络断了也不怕').getByRole('button', { name: '删除' }).waitFor()
    })
  })

  await t.test('a page of comments that arrives after a change of the order is dropped', async () => {
    const { user } = await site.newUser('庚')
    for (let at = 0; at < 25; at += 1) {
      const row = { id: newId(), itemType: 'book' as const, itemId: fifth.id, userId: user.id, content: `第 ${at} 条` }
      await db.insertInto('comment').values(row).execute()
    }
    await db.updateTable('book').set({ countComments: 25 }).where('id', '=', fifth.id).execute()
    await visit({}, async ({ page, open }) => {
      const latch = Promise.withResolvers<void>()
      const isMore = (request: Request) =>
        request.url().includes('/api/v1/comment/list') &&
        `${request.url()}${request.postData() ?? ''}`.includes('cursor')
      await page.route('**/api/v1/comment/list*', async (route) => {
        const response = await route.fetch()
        if (isMore(route.request())) await latch.promise
        await route.fulfill({ response }).catch(() => undefined)
      })
      await open(pathOf(fifth))
      const [more, comments] = [page.getByRole('button', { name: '更多评论' }), page.locator('.comment')]
      await comments.nth(9).waitFor()
      const asked = page.waitForRequest(isMore)
      await more.click()
      await asked
      await page.getByRole('button', { name: '最新' }).click()
      await page.getByRole('button', { name: '最新', pressed: true }).waitFor()
      latch.resolve()
      await page.locator('.comment-list[aria-busy="false"]').waitFor()
      for (const count of [20, 25]) {
        await more.click()
        await comments.nth(count - 1).waitFor()
        assert.equal(await comments.count(), count)
      }
      assert.deepEqual(
        (await comments.locator('.comment-text').allInnerTexts()).map((text) => text.trim()),
        Array.from({ length: 25 }, (_, at) => `第 ${24 - at} 条`),
      )
      assert.equal(await page.locator('.comments [role="alert"]').count(), 0)
    })
  })

  await t.test('a like that was chosen before login and fails shows the error', async () => {
    const [{ token }, { user }] = [await site.newUser('辛'), await site.newUser('壬')]
    const id = newId()
    const row = { id, itemType: 'book' as const, itemId: fourth.id, userId: user.id, content: '等人来赞' }
    await db.insertInto('comment').values(row).execute()
    await visit({ token, expected: [/Failed to load resource/] }, async ({ page, open }) => {
      await page.route('**/api/v1/user/liked', (route) => route.abort())
      await open('/404')
      const stored = { itemType: 'book', itemId: fourth.id, intention: { act: 'likeComment', id } }
      await page.evaluate((text) => sessionStorage.setItem('intention', text), JSON.stringify(stored))
      await open(pathOf(fourth))
      await page.locator('.comments').getByRole('alert').getByText('连不上服务器').waitFor()
      assert.equal(await lineOf(page, '等人来赞').getByRole('button', { name: '赞 0' }).count(), 1)
    })
  })

  await t.test('a link scrolls to a reply that the page had not loaded', async () => {
    const { api, user } = await site.newUser('己')
    const { id: parentId } = await api.comment.create({ itemType: 'book', itemId: fourth.id, content: '从这里说起' })
    const replies = Array.from({ length: 6 }, (_, n) => ({ id: newId(), content: `接着说 ${n}` }))
    const values = { itemType: 'book' as const, itemId: fourth.id, parentId, replyTo: parentId, userId: user.id }
    for (const reply of replies)
      await db
        .insertInto('comment')
        .values({ ...values, ...reply })
        .execute()
    await db.updateTable('comment').set({ countReplies: 6 }).where('id', '=', parentId).execute()
    await visit({}, async ({ page, open }) => {
      await open(`${pathOf(fourth)}#comment-${replies[5]?.id}`)
      await lineOf(page, '接着说 5').waitFor()
      assert.equal(await page.getByText('接着说 4').count(), 0)
    })
  })

  await t.test('comments are readable without JavaScript', () =>
    visit({ hasScript: false }, async ({ page, open }) => {
      await open(pathOf(first))
      await page.getByText('我也是').waitFor()
    }),
  )
})

/**
 * Changes the time at which the user began to write to some seconds earlier, because the site refuses comments that
 * were written too quickly.
 */
async function passWritingTime(page: Page) {
  await page.evaluate(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 5000
  })
}
