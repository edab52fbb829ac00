import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { findBookId } from '../find-book-id.ts'
import { startTestSite } from '../test-site.ts'
import { fill, newUserWithPassword } from './account-form.ts'
import { startBrowser } from './browser.ts'
import { failedLoad } from './every-route.ts'

test('editors have their unsaved forms back when they return', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const [editor, other] = [await newUserWithPassword(site, '甲编'), await newUserWithPassword(site, '乙编')]
  await site.db
    .updateTable('user')
    .set({ roles: ['editor'] })
    .execute()
  const bookId = await findBookId(site.db, '边城')
  const { id } = await site.db.selectFrom('person').select('id').where('name', '=', '杨绛').executeTakeFirstOrThrow()
  const expected = [failedLoad]

  /**
   * Ends all login sessions, submits the form, and logs in as the given user on the login page that appears. Another
   * call of the page may be the first that finds the session ended; the login page then replaces the form before it is
   * submitted.
   */
  const saveAndLogIn = async (page: Page, form = '.admin-form', { account, password } = editor) => {
    await site.db.deleteFrom('session').execute()
    await page.evaluate((form) => document.querySelector<HTMLFormElement>(form)?.requestSubmit(), form)
    await page.waitForURL('**/user/login?**')
    await fill(page, { 邮箱或手机号: account, 密码: password })
    await page.getByRole('button', { name: '登录', exact: true }).click()
  }
  const restored = (page: Page) => page.getByText('上次没保存的内容还在')
  const logIn = async () => (await site.caller().auth.login(editor)).token

  await t.test('the form of a person, merged with the changes that another editor made meanwhile', async () =>
    visit({ token: await logIn(), expected }, async ({ page, open }) => {
      await open(`/admin/person/${id}`)
      await page.getByLabel('籍贯').fill('无锡城里')
      const { api } = await site.newEditor('丙编')
      const { person, version } = await api.person.inspect({ id })
      await api.person.update({ id, version, person: { ...person, desc: '另一位编辑改过的介绍。' } })
      await saveAndLogIn(page)
      await restored(page).waitFor()
      assert.equal(await page.getByLabel('籍贯').inputValue(), '无锡城里')
      await page.getByRole('button', { name: /^保存/ }).click()
      await page.getByRole('alert').getByText('换成了新的：介绍').waitFor()
      await page.getByRole('button', { name: /^保存/ }).click()
      await page.getByRole('status').getByText('「杨绛」已保存').waitFor()
      const { ancestral, desc } = await site.visitor.person.show({ id })
      assert.deepEqual([ancestral, desc], ['无锡城里', '另一位编辑改过的介绍。'])
      assert.equal(await restored(page).count(), 0)
    }),
  )

  await t.test('a new edition of a book, and a new relation of the book', async () =>
    visit({ token: await logIn(), expected }, async ({ page, open }) => {
      await open(`/admin/book/${bookId}`)
      await page.getByRole('button', { name: '添加版本' }).click()
      const edition = page.getByRole('group', { name: /^第 \d+ 个版本/ }).last()
      await edition.getByLabel('出版社').fill('没存下的出版社')
      await saveAndLogIn(page)
      await restored(page).waitFor()
      assert.equal(await edition.getByLabel('出版社').inputValue(), '没存下的出版社')
      const { promise: hasTyped, resolve: endTyping } = Promise.withResolvers<void>()
      await page.route(`**/api/v1/admin/book/${bookId}`, async (route) => {
        if (route.request().method() === 'GET') await hasTyped
        await route.continue()
      })
      await page.getByRole('button', { name: /^保存/ }).click()
      await page.getByRole('status').getByText('《边城》已保存').waitFor()

      // The saved book arrives while the editor is in another field, from which it must not take the focus.
      await page.getByRole('combobox', { name: '和哪一本相连' }).fill('呐喊')
      endTyping()
      await page.getByText(/甲编在.+改过/).waitFor()
      await page.getByRole('option', { name: /呐喊/ }).first().click()
      const dialog = page.getByRole('dialog', { name: /呐喊/ })
      await dialog.getByLabel('用一句话说明').fill('登录失效之前写下的一句话。')
      await saveAndLogIn(page, 'dialog form')
      await restored(page).waitFor()
      assert.equal(await dialog.getByLabel('用一句话说明').inputValue(), '登录失效之前写下的一句话。')
    }),
  )

  await t.test('a form that was left by a link or reloaded, until its values are discarded', async () =>
    visit({ token: await logIn() }, async ({ page, open }) => {
      await open(`/admin/person/${id}`)
      const field = page.getByLabel('籍贯')
      const saved = await field.inputValue()
      await field.fill('没存下的籍贯')
      await page.getByRole('link', { name: '回到列表' }).click()
      await page.waitForURL('**/admin/person')
      await page.goBack()
      await restored(page).waitFor()
      assert.equal(await field.inputValue(), '没存下的籍贯')
      await page.reload()
      await restored(page).waitFor()
      assert.equal(await field.inputValue(), '没存下的籍贯')
      await page.getByRole('button', { name: '放弃' }).click()
      await restored(page).waitFor({ state: 'detached' })
      assert.equal(await field.inputValue(), saved)
      await page.reload()
      await field.waitFor()
      assert.equal(await restored(page).count(), 0)
    }),
  )

  await t.test('a dialog that was closed, and only for its own place', async () =>
    visit({ token: await logIn() }, async ({ page, open }) => {
      await open('/admin/place')
      const places = page.getByRole('list', { name: '地方' }).getByRole('button')
      const field = page.getByRole('dialog').getByLabel('别名')
      await places.nth(1).click()
      await field.fill('关闭之前的别名')
      await page.keyboard.press('Escape')
      await places.first().click()
      await field.waitFor()
      assert.notEqual(await field.inputValue(), '关闭之前的别名')
      await page.keyboard.press('Escape')
      await places.nth(1).click()
      await restored(page).waitFor()
      assert.equal(await field.inputValue(), '关闭之前的别名')
      await page.getByRole('button', { name: '放弃' }).click()
      await page.keyboard.press('Escape')
    }),
  )

  await t.test('the dialog of a place, but never for another user', async () =>
    visit({ token: await logIn(), expected }, async ({ page, open }) => {
      await open('/admin/place')
      const change = async () => {
        await page.getByRole('list', { name: '地方' }).getByRole('button').first().click()
        await page.getByRole('dialog').getByLabel('别名').fill('没存下的别名')
      }
      await change()
      await saveAndLogIn(page, 'dialog form')
      await restored(page).waitFor()
      assert.equal(await page.getByRole('dialog').getByLabel('别名').inputValue(), '没存下的别名')
      await saveAndLogIn(page, 'dialog form', other)
      await page.getByRole('list', { name: '地方' }).waitFor()
      assert.equal(await page.getByRole('dialog').count(), 0)
    }),
  )
})
