import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSite } from '../test-site.ts'
import { startBrowser } from './browser.ts'
import { requireAccessible } from './require-accessible.ts'
import { failedLoad } from './every-route.ts'
import { findBookId } from '../find-book-id.ts'
import { tellStory } from './tell-story.ts'

test('an editor changes the catalogue', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const { api, token } = await site.newEditor('老编辑')
  const idOf = (title: string) => findBookId(site.db, title)
  const border = await idOf('边城')

  const title = '渡口的夜'
  await t.test('an editor changes title and places by keyboard, and visitors see it at once', async () => {
    await tellStory(visit, { token }, async ({ page, open }) => {
      await open(`/book/${border}`)
      await page.getByRole('link', { name: '编辑', exact: true }).press('Enter')
      await page.getByLabel('书名', { exact: true }).fill(title)
      await page.getByRole('combobox', { name: '按名字找' }).fill('chengdu')
      await page.getByRole('option', { name: /成都/ }).first().waitFor()
      await page.keyboard.press('Enter')
      await page.locator('.picked-place-name').getByText('成都', { exact: true }).waitFor()
      await page.getByLabel('书名', { exact: true }).focus()
      await page.keyboard.press('Control+Enter')
      await page.getByRole('status').getByText(`《${title}》已保存`).waitFor()
    })
    assert.match(await (await fetch(`${site.url}/book/${border}`)).text(), new RegExp(title))
    assert.ok((await site.visitor.search.books({ query: title })).list.some(({ book }) => book.id === border))
    const { list } = await site.visitor.mark.list({ bounds: [103.5, 30.2, 104.6, 31.2], limit: 50, tags: ['湘西'] })
    assert.ok(list.some(({ properties }) => properties.itemId === border))
  })

  await t.test('an editor sees a concurrent change and loses no input', () =>
    tellStory(visit, { token, expected: [/409/] }, async ({ page, open }) => {
      await open(`/admin/book/${border}`)
      await page.getByLabel('原名', { exact: true }).fill(`${title}原名`)
      const { version, book } = await api.book.inspect({ id: border })
      await api.book.update({
        id: border,
        version,
        book: { ...book, subtitle: '手机副题' },
      })
      await page.getByRole('button', { name: /^保存/ }).click()
      await page
        .getByRole('alert')
        .getByText(/换成了新的：.*副题/)
        .waitFor()
      assert.equal(await page.getByLabel('原名', { exact: true }).inputValue(), `${title}原名`)
      assert.equal(await page.getByLabel('副题', { exact: true }).inputValue(), '手机副题')
      await page.getByRole('button', { name: /^保存/ }).click()
      await page.getByRole('status').getByText('已保存').waitFor()
    }),
  )

  await t.test('an editor merges and unmerges books', async () => {
    const loser = await idOf('长河')
    await tellStory(visit, { token }, async ({ page, open }) => {
      await open('/admin/book')
      await page.getByRole('searchbox').fill('长河')
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: /^长河/ }).waitFor()
      await page.getByRole('link', { name: /^长河/ }).press('Enter')
      await page.getByRole('combobox', { name: '留下哪一本' }).fill(title)
      await page.getByRole('option', { name: new RegExp(title) }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: '合并', exact: true }).press('Enter')
      await page.getByRole('status').getByText(`《长河》并到了《${title}》`).waitFor()
      const moved = await fetch(`${site.url}/book/${loser}`, { redirect: 'manual' })
      assert.deepEqual([moved.status, moved.headers.get('location')], [301, `/book/${border}`])
      await page.getByRole('button', { name: /^撤销/ }).press('Enter')
      await page.getByRole('status').getByText('撤销了').waitFor()
    })
    assert.match(await (await fetch(`${site.url}/book/${loser}`)).text(), /长河/)
  })

  await t.test('an editor renames a tag and undoes it', () =>
    tellStory(visit, { token }, async ({ page, open }) => {
      await open('/admin/tag')
      await page.getByRole('button', { name: /^湘西 / }).press('Enter')
      await page.getByLabel('名字', { exact: true }).fill('湘西边地')
      await page.keyboard.press('Enter')
      await page.getByRole('status').getByText('标签「湘西边地」已保存').waitFor()
      await page.getByRole('button', { name: /^湘西边地/ }).waitFor()
      await page.getByRole('button', { name: /^撤销/ }).press('Enter')
      await page.getByRole('button', { name: /^湘西 / }).waitFor()
    }),
  )

  await t.test('an editor creates, reorders and deletes a tour by keyboard', async () => {
    const text = '渡船在这里等人，一等就是许多年；对岸的碾坊吱吱呀呀，水从它脚下流过去，谁也没有回头。'
    await tellStory(visit, { token, expected: [failedLoad] }, async ({ page, open }) => {
      await open('/admin/tour')
      await page.getByRole('list', { name: '漫游' }).getByRole('link').first().waitFor()
      await page.getByRole('list', { name: '漫游' }).getByRole('link').first().waitFor()
      await page.keyboard.press('n')
      await page.waitForURL('**/admin/tour/new')
      await page.getByLabel(/^名字/).fill('沿着酉水走')
      await page.getByLabel(/^介绍/).fill('从渡口到码头，跟着一条小河走进几本书里去。')
      const stop = (n: number) => page.getByRole('group', { name: `第 ${n} 站` })
      const write = async (n: number, title: string, place: string) => {
        await stop(n).getByLabel(/^题目/).fill(title)
        await stop(n)
          .getByLabel(/^在这里讲的/)
          .fill(text)
        await stop(n).getByRole('combobox', { name: '换一处地方' }).fill(place)
        await stop(n).getByRole('option').first().waitFor()
        await page.keyboard.press('Enter')
        await stop(n).getByText(`在${place}（`).waitFor()
      }
      await write(1, '码头', '北京')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('alert').getByText('第 2 站还没有选地方').waitFor()
      await write(2, '渡口', '凤凰')
      await stop(2)
        .getByLabel(/^在这里讲的/)
        .fill('太短')
      await page.keyboard.press('Control+Enter')
      await stop(2).locator('textarea[aria-invalid]').waitFor()
      assert.equal(await stop(1).locator('[aria-invalid]').count(), 0)
      await requireAccessible(page)
      await stop(2)
        .getByLabel(/^在这里讲的/)
        .fill(text)
      await page.keyboard.press('Alt+ArrowUp')
      assert.equal(await stop(1).getByLabel(/^题目/).inputValue(), '渡口')
      assert.equal(
        await page.evaluate(() => document.activeElement?.closest('[data-part]')?.getAttribute('data-part')),
        '0',
      )
      await page.keyboard.press('Control+Enter')
      await page.getByRole('status').getByText('加了「沿着酉水走」').waitFor()
      const { list } = await site.visitor.tour.list()
      const { id } = list.find(({ title }) => title === '沿着酉水走') ?? assert.fail('no such tour')
      const { playData } = await site.visitor.tour.show({ id })
      assert.deepEqual(
        playData.features.map(({ properties }) => properties.title),
        ['渡口', '码头'],
      )
      await page.getByRole('button', { name: '移除这条漫游' }).press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: '移除', exact: true }).press('Enter')
      await page.getByRole('status').getByText('移除了「沿着酉水走」').waitFor()
      assert.ok(!(await site.visitor.tour.list()).list.some((tour) => tour.id === id))
    })
  })
})
