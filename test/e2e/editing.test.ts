import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSite } from '../test-site.ts'
import { bothScreens, startBrowser } from './browser.ts'

test('an editor at the desk', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(t, site.url)
  const { api, token, user } = await site.newReader('老编辑')
  await site.db
    .updateTable('user')
    .set({ roles: ['editor'] })
    .where('id', '=', user.id)
    .execute()
  const idOf = async (title: string) =>
    (await site.db.selectFrom('book').select('id').where('title', '=', title).executeTakeFirstOrThrow()).id
  const border = await idOf('边城')

  for (const screen of bothScreens) {
    const title = `渡口的${screen === 'phone' ? '夜' : '冬天'}`
    await t.test(
      `changes title and places by the keyboard, and everybody sees it at once, on a ${screen}`,
      async () => {
        await visit({ screen, token }, async ({ page, open }) => {
          await open(`/book/${border}`)
          await page.getByRole('link', { name: '编辑', exact: true }).press('Enter')
          await page.getByLabel('书名', { exact: true }).fill(title)
          await page.getByRole('combobox', { name: '按名字找' }).fill('beijing')
          await page.getByRole('option', { name: /北京/ }).first().waitFor()
          await page.keyboard.press('Enter')
          await page.locator('.picked-place-name').getByText('北京', { exact: true }).waitFor()
          await page.getByLabel('书名', { exact: true }).focus()
          await page.keyboard.press('Control+Enter')
          await page.getByRole('status').getByText(`《${title}》改好了`).waitFor()
        })
        assert.match(await (await fetch(`${site.url}/book/${border}`)).text(), new RegExp(title))
        assert.ok((await site.visitor.search.books({ query: title })).list.some(({ book }) => book.id === border))
        const { list } = await site.visitor.mark.list({ bounds: [115.9, 39.5, 116.9, 40.3], limit: 50, tags: ['湘西'] })
        assert.ok(list.some(({ properties }) => properties.itemId === border))
      },
    )

    await t.test(`is told of what another changed meanwhile, and loses nothing, on a ${screen}`, () =>
      visit({ screen, token, expected: [/409/] }, async ({ page, open }) => {
        await open(`/admin/book/${border}`)
        await page.getByLabel('页数', { exact: true }).fill('188')
        const { version, book } = await api.book.inspect({ id: border })
        await api.book.update({ id: border, version, book: { ...book, publisher: `${screen}出版社` } })
        await page.getByRole('button', { name: /^保存/ }).click()
        await page
          .getByRole('alert')
          .getByText(/换成了新的：出版社/)
          .waitFor()
        assert.equal(await page.getByLabel('页数', { exact: true }).inputValue(), '188')
        assert.equal(await page.getByLabel('出版社', { exact: true }).inputValue(), `${screen}出版社`)
        await page.getByRole('button', { name: /^保存/ }).click()
        await page.getByRole('status').getByText('改好了').waitFor()
      }),
    )

    await t.test(`makes one book of two, and two again, on a ${screen}`, async () => {
      const loser = await idOf('长河')
      await visit({ screen, token }, async ({ page, open }) => {
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

    await t.test(`renames a tag and takes it back, on a ${screen}`, () =>
      visit({ screen, token }, async ({ page, open }) => {
        await open('/admin/tag')
        await page.getByRole('button', { name: /^湘西 / }).press('Enter')
        await page.getByLabel('名字', { exact: true }).fill('湘西边地')
        await page.keyboard.press('Enter')
        await page.getByRole('status').getByText('标签「湘西边地」改好了').waitFor()
        await page.getByRole('button', { name: /^湘西边地/ }).waitFor()
        await page.getByRole('button', { name: /^撤销/ }).press('Enter')
        await page.getByRole('button', { name: /^湘西 / }).waitFor()
      }),
    )
  }
})
