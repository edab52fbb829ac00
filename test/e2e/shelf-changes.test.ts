import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright'
import { startTestSite } from '../test-site.ts'
import { startBrowser } from './browser.ts'

const isFocused = (element: Element) => element === document.activeElement

test('changes on the shelf', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const books = (await site.visitor.book.list({ limit: 50 })).list.slice(0, 45)
  assert.equal(books.length, 45)
  const [first = assert.fail(), second = assert.fail()] = books
  const command = async (page: Page, title: string, name: string) => {
    await page.getByRole('button', { name: `${title}：更多`, exact: true }).press('Enter')
    await page.getByRole('button', { name: new RegExp(`^${name}.*${title}`) }).press('Enter')
  }
  const noteOf = (page: Page) => page.getByLabel('一句话笔记')
  const waitForFocus = async (target: Locator) =>
    target.page().waitForFunction((element) => element === document.activeElement, await target.elementHandle())

  await t.test('a note that is being typed survives menus, tabs, other changes and another page', async () => {
    const { api, token } = await site.newUser('翠翠')
    for (const { id } of [first, second]) await api.shelf.put({ bookId: id, state: 'want' })
    await visit({ token }, async ({ page, open }) => {
      await open('/user/userInfo#shelf')
      await command(page, first.title, '改日子和笔记')
      assert.equal(await noteOf(page).evaluate(isFocused), true)
      await noteOf(page).fill('渡船上读')
      await page.getByRole('button', { name: `${second.title}：更多` }).press('Enter')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^移除/ }).waitFor({ state: 'detached' })
      assert.equal(await noteOf(page).inputValue(), '渡船上读')
      await command(page, second.title, '移除')
      await page.getByRole('button', { name: `${second.title}：更多` }).waitFor({ state: 'detached' })
      assert.equal(await noteOf(page).inputValue(), '渡船上读')
      await page.getByRole('button', { name: /^读过/ }).click()
      await page.getByText('「读过」还空着').waitFor()
      await page.getByRole('button', { name: /^想读/ }).click()
      await noteOf(page).waitFor()
      assert.equal(await noteOf(page).inputValue(), '渡船上读')
      await open('/about')
      await open('/user/userInfo#shelf')
      await noteOf(page).waitFor()
      assert.equal(await noteOf(page).inputValue(), '渡船上读')
      await command(page, first.title, '改为在读')
      await page.getByText('「想读」还空着').waitFor()
      await page.getByRole('button', { name: '在读 1' }).click()
      await page.getByText('渡船上读').waitFor()
      assert.equal(await noteOf(page).count(), 0)
    })
    const { list } = await api.shelf.list({ state: 'reading' })
    assert.deepEqual(
      list.map(({ note }) => note),
      ['渡船上读'],
    )
  })

  await t.test(
    'a note that was typed on the page of a book is there again after Escape, a press elsewhere, and a failed call',
    async () => {
      const { api, token } = await site.newUser('天保')
      await visit({ token, expected: [/503/] }, async ({ page, open }) => {
        await open(`/book/${first.id}`)
        await page.getByRole('button', { name: '在读', exact: true }).click()
        await noteOf(page).fill('船头')
        await page.keyboard.press('Escape')
        await noteOf(page).waitFor({ state: 'detached' })
        await page.getByRole('button', { name: '记一笔' }).click()
        assert.equal(await noteOf(page).inputValue(), '船头')
        const share = async () => {
          await page.getByRole('button', { name: '分享' }).click()
          await page.getByRole('dialog').waitFor()
        }
        for (const goOn of [share, () => page.keyboard.press('Tab')]) {
          await goOn()
          await noteOf(page).waitFor({ state: 'detached' })
          await page.keyboard.press('Escape')
          await page.getByRole('button', { name: '记一笔' }).click()
          assert.equal(await noteOf(page).inputValue(), '船头')
          await page.getByRole('button', { name: '收起' }).focus()
        }
        await page.route('**/api/v1/user/shelf', (route) => route.fulfill({ status: 503, body: '' }))
        await page.getByRole('button', { name: '记下' }).click()
        await page.getByRole('button', { name: '记一笔' }).click()
        assert.equal(await noteOf(page).inputValue(), '船头')
        await page.unroute('**/api/v1/user/shelf')
        await page.getByRole('button', { name: '记下' }).click()
        await page.getByRole('button', { name: '改一改' }).waitFor()
        assert.equal((await api.shelf.list({ state: 'reading' })).list[0]?.note, '船头')
      })
    },
  )

  await t.test('a page that knows an old note does not erase a newer one', async () => {
    const { api, token } = await site.newUser('天保')
    const newer = { state: 'read', day: '2020-05-01', note: '雨天读' } as const
    await api.shelf.put({ bookId: first.id, state: 'want' })
    await visit({ token }, async ({ page, open }) => {
      await open('/user/userInfo#shelf')
      await page.getByRole('button', { name: `${first.title}：更多` }).waitFor()
      await api.shelf.put({ bookId: first.id, ...newer })
      await command(page, first.title, '改为读过')
      await page.getByText('「想读」还空着').waitFor()
      assert.deepEqual((await api.shelf.list({ state: 'read' })).list[0]?.note, newer.note)
      assert.deepEqual((await api.shelf.list({ state: 'read' })).list[0]?.day, newer.day)
      await open(`/book/${first.id}`)
      await page.getByRole('button', { name: '读过', pressed: true }).waitFor()
      await api.shelf.put({ bookId: first.id, state: 'read', note: '晴天读' })
      await page.getByRole('button', { name: '在读' }).click()
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name="note"]')?.value === '晴天读')
    })
    assert.deepEqual((await api.shelf.list({ state: 'reading' })).list[0]?.note, '晴天读')
  })

  await t.test('a long shelf keeps its rows, its place and the focus', async () => {
    const { api, token } = await site.newUser('傩送')
    for (const { id } of books.toReversed()) await api.shelf.put({ bookId: id, state: 'want' })
    await visit({ token }, async ({ page, open }) => {
      const rows = page.getByRole('region', { name: '书架' }).getByRole('listitem')
      const waitForRows = (count: number) => rows.nth(count - 1).waitFor()
      const menuOf = (at: number) => page.getByRole('button', { name: `${books[at]?.title}：更多`, exact: true })
      const titleOf = (at: number) => books[at]?.title ?? assert.fail()
      await open('/user/userInfo#shelf')
      await waitForRows(20)
      await page.getByRole('button', { name: '更多', exact: true }).click()
      await waitForRows(40)
      await command(page, titleOf(34), '移除')
      await waitForFocus(menuOf(35))
      await command(page, titleOf(35), '改为在读')
      await waitForFocus(menuOf(36))
      assert.equal(await rows.count(), 38)
      await page.getByRole('button', { name: '想读 43' }).waitFor()
      await page.getByRole('button', { name: '在读 1' }).waitFor()
      await command(page, titleOf(36), '改日子和笔记')
      await noteOf(page).fill('渡船上读')
      await page.keyboard.press('Enter')
      await noteOf(page).waitFor({ state: 'detached' })
      await waitForFocus(menuOf(36))
      await rows.nth(34).getByText('渡船上读').waitFor()
      await page.getByRole('button', { name: '更多', exact: true }).click()
      await waitForRows(43)
      await command(page, titleOf(44), '移除')
      await waitForFocus(menuOf(43))
    })
  })
})
