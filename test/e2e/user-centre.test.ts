import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { startTestSite } from '../test-site.ts'
import { showsUser } from './account-form.ts'
import { startBrowser } from './browser.ts'
import { failedLoad } from './every-route.ts'
import { until } from './globe.ts'
import { requireAccessible } from './require-accessible.ts'
import { tellStory } from './tell-story.ts'

test('the user centre', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const { list: books } = await site.visitor.book.list({ limit: 25 })
  const [book] = books
  const item = { itemType: 'book', itemId: book?.id ?? '' } as const
  const badge = (page: Page, count: number) =>
    page.locator('.user-info-nav .unread-count', { hasText: String(count) }).waitFor()

  await t.test('begins with the shelf', async () => {
    const { token } = await site.newUser()
    await visit({ token }, async ({ page, open }) => {
      await open('/user/userInfo')
      await page.getByRole('region', { name: '书架' }).getByRole('link', { name: '我的地图' }).waitFor()
      await page.locator('.user-info-nav [aria-current="page"]', { hasText: '书架' }).waitFor()
    })
  })

  await t.test('a reply appears at once in header, menu and list, and is read when followed', async () => {
    const [reader, friend] = [await site.newUser('翠翠'), await site.newUser('傩送')]
    const comment = await reader.api.comment.create({ ...item, content: '想再去一次茶峒。' })
    await tellStory(visit, { token: reader.token }, async ({ page, open }) => {
      await open('/user/userInfo#message')
      await showsUser(page, '翠翠')
      await page.getByText('还没有消息').waitFor()
      const reply = await friend.api.comment.create({ ...item, content: '明年一起去。', parentId: comment.id })
      await page.getByRole('button', { name: '翠翠的菜单，1 条未读消息' }).waitFor()
      await page.locator('.unread-dot').waitFor()
      await badge(page, 1)
      await friend.api.reaction.like({ itemType: 'comment', itemId: comment.id, on: true })
      await badge(page, 2)
      const row = page.getByRole('listitem').filter({ hasText: `傩送 在《${book?.title}》下回复了你` })
      await row.getByText('明年一起去。').waitFor()
      // The user opens the account menu with the keyboard alone and closes it with Escape.
      await page.locator('.account-button').focus()
      await page.keyboard.press('Enter')
      await page.locator('#account-menu:popover-open').waitFor()
      await page.getByRole('link', { name: '消息 2 条未读' }).last().waitFor()
      await page.keyboard.press('Escape')
      await page.locator('#account-menu:not(:popover-open)').waitFor({ state: 'attached' })
      await row.getByRole('link').click()
      await page.waitForURL(`${site.url}/book/${item.itemId}#comment-${reply.id}`)
      await page.getByRole('button', { name: '翠翠的菜单，1 条未读消息' }).waitFor()
      await reader.api.message.readAll()
      await page.getByRole('button', { name: '翠翠的菜单', exact: true }).waitFor()
      assert.equal(await page.locator('.unread-dot').count(), 0)
    })
  })

  await t.test('messages are filtered, marked as read, deleted and turned off', async () => {
    const [reader, friend] = [await site.newUser('天保'), await site.newUser('顺顺')]
    const comment = await reader.api.comment.create({ ...item, content: '渡船还在。' })
    for (const content of ['是吗？', '我也见过。'])
      await friend.api.comment.create({ ...item, content, parentId: comment.id })
    await tellStory(visit, { token: reader.token }, async ({ page, open }) => {
      await open('/user/userInfo#message')
      await badge(page, 2)
      const rows = page.locator('.message-row')
      await page
        .getByRole('button', { name: /^标为已读/ })
        .first()
        .click()
      await badge(page, 1)
      await page.getByRole('button', { name: /^未读/ }).click()
      await rows.nth(1).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: '全部标为已读' }).click()
      await page.locator('.user-info-nav .unread-count').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: '全部', exact: true }).click()
      await rows.nth(1).waitFor()
      await page.getByRole('button', { name: /^删除/ }).first().click()
      await rows.nth(1).waitFor({ state: 'detached' })
      await page.getByText('消息的设置').click()
      await page.getByLabel('有人赞我的评论').uncheck()
      await page.getByText('已保存。').waitFor()
      await page.getByText(`寄到 ${reader.email}`).waitFor()
      await Promise.all([
        page.waitForResponse(
          (answer) => answer.url().endsWith('/user/messagePreference') && answer.request().method() === 'PUT',
        ),
        page.getByLabel('每周一早上').check(),
      ])
    })
    assert.deepEqual(await reader.api.message.showPreference(), { muted: ['like'], digest: 'weekly' })
  })

  await t.test(
    'likes, saves and comments are listed, paged by keyboard and removed, and the counters follow',
    async () => {
      const { api, token } = await site.newUser('翠翠')
      for (const { id } of books) await api.reaction.like({ itemType: 'book', itemId: id, on: true })
      await api.reaction.save({ ...item, on: true })
      await api.comment.create({ ...item, content: '一遍又一遍。' })
      await visit({ token }, async ({ page, open }) => {
        await open('/user/userInfo#like')
        const likes = page.getByRole('list', { name: '喜欢' }).getByRole('listitem')
        await likes.nth(19).waitFor()
        await page.getByRole('button', { name: /更多/ }).focus()
        await page.keyboard.press('Enter')
        await likes.nth(24).waitFor()
        await page.waitForFunction((row) => row === document.activeElement, await likes.nth(20).elementHandle())
        await likes.first().getByRole('button', { name: '不再喜欢' }).click()
        await page.locator('.user-info-nav a', { hasText: '喜欢24' }).waitFor()
        await page.getByRole('link', { name: '收藏' }).first().click()
        await page.getByRole('button', { name: '不再收藏' }).click()
        await page.getByText('还没有收藏').waitFor()
        await page.getByRole('link', { name: '评论' }).first().click()
        await page.getByRole('button', { name: /^删除/ }).click()
        await page.getByRole('button', { name: /^确定删除/ }).click()
        await page.getByText('还没有评论').waitFor()
        await page.locator('.account-button').click()
        await page.getByRole('link', { name: '喜欢 书 24 · 评论 0' }).waitFor()
        await page.getByRole('link', { name: '收藏 书 0' }).waitFor()
      })
    },
  )

  await t.test('a list that fails to load shows an error and a retry, and the counters stay', async () => {
    const { token } = await site.newUser('翠翠')
    await visit({ token, expected: [failedLoad, /500/] }, async ({ page, open }) => {
      const broken = { code: 50000, httpCode: 500, message: '服务器出错了', requestId: 'x', data: null }
      await page.route('**/api/v1/user/likeSave/list', (route) => route.fulfill({ status: 500, json: broken }))
      await open('/user/userInfo#save')
      await page.getByRole('alert').getByText('服务器出错了').waitFor()
      await page.unroute('**/api/v1/user/likeSave/list')
      await page.getByRole('button', { name: '再试一次' }).click()
      await page.getByText('还没有收藏').waitFor()
    })
  })

  await t.test('a message has its time in China, and an action that fails says so', async () => {
    const [reader, friend] = [await site.newUser('天保'), await site.newUser('顺顺')]
    const { id: parentId } = await reader.api.comment.create({ ...item, content: '渡船还在。' })
    await friend.api.comment.create({ ...item, content: '是吗？', parentId })
    const time = new Date('2025-12-31T16:30:00.000Z')
    await site.db.updateTable('message').set({ createTime: time }).where('userId', '=', reader.user.id).execute()
    await visit(
      { token: reader.token, isIsolated: true, expected: [/Failed to load resource/] },
      async ({ page, open }) => {
        const devTools = await page.context().newCDPSession(page)
        await devTools.send('Emulation.setTimezoneOverride', { timezoneId: 'America/Los_Angeles' })
        await open('/user/userInfo#message')
        const row = page.locator('.message-row')
        assert.match(await row.locator('time').innerText(), /1月1日 00:30$/)
        await page.route(/\/user\/message\/(?!list|countUnread|stream)/, (route) => route.abort())
        for (const name of [/^全部标为已读/, /^删除/]) {
          await page.getByRole('button', { name }).click()
          await page.getByRole('alert').getByText('连不上服务器').waitFor()
          await row.and(page.locator('[data-unread]')).waitFor()
          await page.reload()
        }
      },
    )
  })

  await t.test('the public profile is turned on and off', async () => {
    const { token, user } = await site.newUser('翠翠')
    await visit({ token }, async ({ page, open }) => {
      await open('/user/userInfo#info')
      const choice = (checked: boolean) => page.getByRole('checkbox', { name: /^让别人看到我的书架/, checked })
      const saved = () =>
        page.waitForResponse(
          (answer) => answer.url().endsWith('/user/visibility') && answer.request().method() === 'PUT',
        )
      await Promise.all([saved(), choice(false).check()])
      await page.getByText('别人点你的名字会看到').waitFor()
      await Promise.all([saved(), choice(true).uncheck()])
      await page.getByText('现在只有你看得到').waitFor()
      await Promise.all([saved(), choice(false).check()])
      await page.getByRole('link', { name: '你的主页' }).click()
      await page.waitForURL(`${site.url}/user/${user.id}`)
      await page.getByRole('heading', { name: '翠翠' }).waitFor()
    })
  })

  await t.test('the map of the shelf is published with its poster, and hidden again', async () => {
    const { api, token, user } = await site.newUser('船总')
    await api.profile.setVisibility({ isPublic: true })
    await api.shelf.put({ bookId: item.itemId, state: 'read' })
    await tellStory(visit, { token }, async ({ page, open }) => {
      await open('/user/map')
      await page.getByRole('img', { name: /^地球：我的书写到的 \d+ 处地方/ }).waitFor()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: '下载海报（PNG）' }).click(),
      ])
      assert.equal(download.suggestedFilename(), '我的读书地图.png')
      const poster = await readFile(await download.path())
      assert.deepEqual([poster.readUInt32BE(16), poster.readUInt32BE(20)], [1080, 1440])

      await page.getByRole('checkbox', { name: /^放到我的主页上/, checked: false }).focus()
      await page.keyboard.press('Space')
      const link = page.getByRole('link', { name: '海报', exact: true })
      await link.waitFor()
      await requireAccessible(page, 'main')
      const address = `${site.url}${await link.getAttribute('href')}`
      await until('the poster is public', async () => (await fetch(address)).status === 200)
      await page.getByRole('link', { name: '你的主页' }).click()
      await page.waitForURL(`${site.url}/user/${user.id}`)
      await page.getByRole('heading', { name: '船总的读书地图' }).waitFor()

      await open('/user/map')
      await page.getByRole('checkbox', { name: /^放到我的主页上/, checked: true }).uncheck()
      await page.getByText('现在只有你看得到').waitFor()
      await until('the poster is gone', async () => (await fetch(address)).status === 404)
    })
  })

  await t.test('the map of the shelf shows one shelf state', async () => {
    const { api, token } = await site.newUser('伙计')
    await api.shelf.put({ bookId: item.itemId, state: 'read' })
    await tellStory(visit, { token }, async ({ page, open }) => {
      await open('/user/map')
      await page.getByText('1 本书，').waitFor()
      await page.getByRole('button', { name: '想读' }).click()
      await page.getByText('还没有标过「想读」的书').waitFor()
      assert.equal(await page.getByText('1 本书，').count(), 0)
      await page.getByRole('button', { name: '读过' }).click()
      await page.getByText('1 本书，').waitFor()
      await requireAccessible(page, 'main')
    })
  })

  await t.test('the poster of a year gets a public address for this year only', async () => {
    const { api, token, user } = await site.newUser('水手')
    await api.profile.setVisibility({ isPublic: true })
    await api.shelf.put({ bookId: item.itemId, state: 'read', day: '2025-03-05' })
    await tellStory(visit, { token }, async ({ page, open }) => {
      await open('/user/year')
      await page.getByRole('button', { name: '2025', exact: true }).click()
      await page.getByText('现在只有你看得到').waitFor()
      await page.getByRole('checkbox', { name: /^给 2025 年的海报/, checked: false }).focus()
      await page.keyboard.press('Space')
      const link = page.getByRole('link', { name: '这个地址' })
      await link.waitFor()
      await requireAccessible(page, 'main')
      const address = `${site.url}${await link.getAttribute('href')}`
      await until('the poster is public', async () => (await fetch(address)).status === 200)
      await open(`/user/${user.id}`)
      await page.getByRole('link', { name: '2025 年的海报' }).waitFor()
      await requireAccessible(page, 'main')

      await open('/user/year')
      await page.getByRole('button', { name: '2025', exact: true }).click()
      await page.getByRole('checkbox', { name: /^给 2025 年的海报/, checked: true }).uncheck()
      await page.getByText('现在只有你看得到').waitFor()
      await until('the poster is gone', async () => (await fetch(address)).status === 404)
    })
  })
})
