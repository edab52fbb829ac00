import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { toRetention } from '#server/operations/backup/backup-retention.ts'
import { createFolderTarget } from '#server/operations/backup/folder-target.ts'
import { startTestSite } from '../test-site.ts'
import { comesToRest, startBrowser } from './browser.ts'
import { requireAccessible } from './require-accessible.ts'
import { failedLoad } from './every-route.ts'
import { tellStory } from './tell-story.ts'

declare global {
  interface Window {
    /** Sum of the layout shifts of the page so far, as the browser's Layout Instability API reports them. */
    shift: number
  }
}

test('an admin maintains the site', async (t) => {
  const scratchDirectory = await mkdtemp(join(tmpdir(), 'zhitu-backups-'))
  t.after(() => rm(scratchDirectory, { recursive: true, force: true }))
  const target = createFolderTarget(scratchDirectory)
  const backup = { target, retention: toRetention('7,4,12'), passphrase: undefined, scratchDirectory }
  const site = await startTestSite(t, {}, { backup })
  const visit = await startBrowser(site.url, 'none')
  const { api, token } = await site.newUser('站长', ['admin'])
  const findPlace = async (name: string) =>
    (await api.place.adminList({ query: name })).list.find((one) => one.name === name)

  await t.test('an admin renames, merges and unmerges places by keyboard', () =>
    tellStory(visit, { token, expected: [failedLoad] }, async ({ page, open }) => {
      const place = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} `) })
      const confirms = (words: string) => page.getByRole('status').getByText(words).waitFor()
      const { countBooks = 0 } = (await findPlace('凤凰')) ?? {}
      await open('/admin/place')
      await page.getByRole('searchbox').fill('凤凰')
      await page.keyboard.press('Enter')
      await page.getByText('共 1 处').waitFor()
      await place('凤凰').press('Enter')
      const dialog = page.getByRole('dialog', { name: '「凤凰」' })
      await dialog.waitFor()
      await requireAccessible(page)
      await page.getByLabel('名字', { exact: true }).fill('长沙')
      await page.keyboard.press('Enter')
      await dialog.getByText(/已经有一处地方叫「长沙」/).waitFor()
      await page.getByLabel('名字', { exact: true }).fill('凤凰古城')
      await page.keyboard.press('Enter')
      await confirms('「凤凰古城」已保存')
      await dialog.waitFor({ state: 'detached' })
      await place('凤凰古城').press('Enter')
      await page.getByRole('combobox', { name: /^并到另一处/ }).fill('长沙')
      await page.getByRole('option', { name: /长沙/ }).first().waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: '并到「长沙」' }).press('Enter')
      await confirms('「凤凰古城」并到了「长沙」')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      assert.equal(await findPlace('凤凰古城'), undefined)
      await page.keyboard.press('u')
      await confirms('撤销了')
      await place('凤凰古城').waitFor()

      await open('/admin/audit')
      const renaming = page.getByRole('listitem').filter({ hasText: '名字 凤凰 → 凤凰古城' }).first()
      await renaming.getByRole('button', { name: '撤销' }).press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: '撤销' }).press('Enter')
      await renaming.getByRole('button', { name: '撤销' }).first().waitFor({ state: 'detached' })
      assert.equal((await findPlace('凤凰'))?.countBooks, countBooks)
    }),
  )

  await t.test('admin pages have no layout shift when their content loads', () =>
    visit({ screen: 'phone', token, before: countShifts }, async ({ page, open }) => {
      for (const [path, arrived] of [
        ['/admin/tag', page.getByRole('button', { name: /^长篇小说/ })],
        ['/admin/guard', page.getByText(/HOLD_FIRST_COMMENT/)],
        ['/user/userInfo#info', page.getByRole('heading', { name: '资料' })],
      ] as const) {
        await open(path)
        await arrived.waitFor()
        await comesToRest(page)
        const shift = await page.evaluate(() => window.shift)
        assert.ok(shift < 0.1, `${path} moved by ${shift}`)
      }
    }),
  )

  await t.test('the menu of the admin pages is one row on a phone, which shows the entry of the current page', () =>
    visit({ screen: 'phone', token }, async ({ page, open }) => {
      await open('/admin/audit')
      const current = page.locator('.admin-nav [aria-current]')
      await current.waitFor()
      const row = await page.locator('.admin-nav').boundingBox()
      const link = await current.boundingBox()
      assert.ok(row && link && row.height < 2 * link.height)
      assert.ok(link.x >= 0 && link.x + link.width <= 390, `${link.x}`)
    }),
  )

  await t.test('an admin page refuses access only after the server has answered', () =>
    visit({ token }, async ({ page, open }) => {
      const latch = Promise.withResolvers<void>()
      await page.route('**/api/v1/user/info', async (route) => {
        await latch.promise
        await route.continue()
      })
      await open('/admin/tag')
      await page.getByRole('button', { name: '站长的菜单' }).waitFor()
      await page.getByText('确认登录状态').waitFor()
      assert.equal(await page.getByText('这里只有编辑能用').count(), 0)
      latch.resolve()
      await page.getByRole('heading', { name: '标签' }).waitFor()
    }),
  )

  await t.test('an admin starts a backup and follows the jobs', () =>
    visit({ token, screen: 'phone' }, async ({ page, open }) => {
      await open('/admin/system')
      await page.getByText(/^还没有备份。每天凌晨三点自动备份到 /).waitFor()
      await page.getByRole('button', { name: '现在备份' }).press('Enter')
      await page.getByText('开始备份了，过一会儿再来看。').waitFor()
      await page.getByRole('listitem').filter({ hasText: '备份' }).getByText('等着').waitFor()
      assert.ok(await page.getByRole('button', { name: '正在备份……' }).isDisabled())
      await requireAccessible(page)
      const job = site.db.updateTable('job').where('name', '=', 'make-backup')
      await job.set({ state: 'running', message: '正在核对备份' }).execute()
      await page.getByRole('button', { name: '刷新' }).click()
      await page.getByText('正在核对备份').waitFor()
      await job.set({ state: 'done', endTime: new Date() }).execute()
      await page.getByRole('button', { name: '刷新' }).click()
      await page.getByRole('listitem').filter({ hasText: '备份' }).getByText('已完成').waitFor()
      assert.equal(await page.getByText('正在核对备份').count(), 0)
    }),
  )

  await t.test('a removal that fails says so, and the row stays', async () => {
    await site.visitor.search.books({ query: '魑魅魍魉大全' })
    await api.search.putAlias({ alias: '石头的故事', name: '红楼梦' })
    await visit({ token, expected: [/Failed to load resource/] }, async ({ page, open }) => {
      await open('/admin/search')
      await page.route('**/api/v1/search/**', (route) =>
        route.request().method() === 'DELETE' ? route.abort() : route.continue(),
      )
      for (const [section, name] of [
        ['没有找到的搜索', /^已处理.*魑魅魍魉大全/],
        ['别名', /^移除.*石头的故事/],
      ] as const) {
        const region = page.getByRole('region', { name: section })
        await region.getByRole('button', { name }).click()
        await region.getByRole('alert').getByText('连不上服务器').waitFor()
        await region.getByRole('button', { name }).waitFor()
      }
    })
  })

  await t.test('the list of imports is asked for less and less often while the server cannot be reached', () =>
    visit({ token, isIsolated: true, expected: [/Failed to load resource/] }, async ({ page, open }) => {
      await page.clock.install()
      await open('/admin/library')
      let count = 0
      await page.route('**/api/v1/library/import', async (route) => {
        count += 1
        await route.abort()
      })
      await page.reload()
      await page.getByRole('alert').first().waitFor()
      for (let seconds = 0; seconds < 120; seconds += 3) await page.clock.runFor(3000)
      assert.ok(count > 3 && count < 9, String(count))
    }),
  )

  await t.test('an admin edits the word list, tests a sentence and recounts the counters', () =>
    visit({ token }, async ({ page, open }) => {
      await open('/admin/guard')
      await page.getByRole('textbox', { name: '词表' }).fill('加微信\nspam')
      await page.getByRole('button', { name: '保存' }).press('Enter')
      await page.getByText('已保存，从下一条评论起生效。').waitFor()
      await page.getByLabel('一句话').fill('请加 微·信 详谈')
      await page.keyboard.press('Enter')
      await page.getByText('碰到了：加微信').waitFor()
      await page.getByLabel('一句话').fill('微信里读到的')
      await page.keyboard.press('Enter')
      await page.getByText('没有碰到词表里的词。').waitFor()
      await page.getByRole('button', { name: '重数一遍' }).press('Enter')
      await page.getByText(/数完了：\d+ 个，改正 0 处/).waitFor()
      const { list } = await site.visitor.book.list({ limit: 1 })
      const commenter = await site.newUser('新来的')
      const comment = await commenter.api.comment.create({
        itemType: 'book',
        itemId: list[0]?.id ?? '',
        content: '想聊的加威信，不，加微信',
      })
      assert.match(comment.held ?? '', /词/)
    }),
  )
})

function countShifts() {
  window.requestIdleCallback = () => 0
  window.shift = 0
  new PerformanceObserver((entries) => {
    for (const { value } of entries.getEntries() as (PerformanceEntry & { value: number })[]) window.shift += value
  }).observe({ type: 'layout-shift', buffered: true })
}
