import { test } from 'node:test'
import { startTestSite } from '../test-site.ts'
import { showsUser } from './account-form.ts'
import { startBrowser } from './browser.ts'
import { requireAccessibleInEveryLook } from './require-accessible.ts'
import { failedLoad, logInEveryone } from './every-route.ts'

test('states of pages that a user brings about are accessible', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const tokens = await logInEveryone(site)

  await t.test('the open account menu is accessible', () =>
    visit({ token: tokens.reader }, async ({ page, open }) => {
      await open('/book')
      await showsUser(page, '翠翠')
      await page.getByRole('button', { name: '翠翠的菜单' }).click()
      await page.locator('#account-menu:popover-open .account-logout').waitFor()
      await requireAccessibleInEveryLook(page, '.header')
    }),
  )

  await t.test('the open filter is accessible on a phone', () =>
    visit({ screen: 'phone' }, async ({ page, open }) => {
      await open('/book')
      await page.getByText('筛选').click()
      await page.locator('.book-filter .chip[href*="tag="]').first().click()
      await page.locator('.book-filter .chip[aria-current]').waitFor()
      await requireAccessibleInEveryLook(page, '.book-list')
    }),
  )

  await t.test('the pages of a user’s own content are accessible', async () => {
    const [owner, friend] = [await site.newUser('翠翠'), await site.newUser('傩送')]
    const [book] = (await site.visitor.book.list()).list
    const item = { itemType: 'book', itemId: book?.id ?? '' } as const
    await owner.api.reaction.like({ ...item, on: true })
    const { id: parentId } = await owner.api.comment.create({ ...item, content: '渡船还在。' })
    await friend.api.comment.create({ ...item, content: '是吗？', parentId })
    await visit({ token: owner.token }, async ({ page, open }) => {
      for (const section of ['like', 'comment', 'message']) {
        await open(`/user/userInfo#${section}`)
        await page.locator('.paged-list').waitFor()
        await page.locator('.user-info-nav .unread-count').waitFor()
        if (section === 'message') await page.getByText('消息的设置').click()
        await page.locator('.account-button').click()
        await page.locator('.account-count', { hasText: '书 1' }).first().waitFor()
        await requireAccessibleInEveryLook(page)
        await page.reload()
      }
    })
  })

  await t.test('forms with errors are accessible', () =>
    visit({ expected: [failedLoad] }, async ({ page, open }) => {
      await open('/user/register')
      await page.getByRole('button', { name: '注册', exact: true }).click()
      await page.locator('[aria-invalid]').first().waitFor()
      await requireAccessibleInEveryLook(page)
      await open('/user/login')
      await page.getByLabel('邮箱或手机号', { exact: true }).fill('nobody@books.test')
      await page.getByLabel('密码', { exact: true }).fill('不是这个密码')
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await page.getByRole('alert').waitFor()
      await requireAccessibleInEveryLook(page)
    }),
  )

  await t.test('the settings are accessible with all forms open', () =>
    visit({ token: tokens.reader }, async ({ page, open }) => {
      await open('/user/userInfo#info')
      await page.getByRole('button', { name: '绑定手机号' }).click()
      await page.getByRole('button', { name: '设一个密码' }).click()
      await page.getByLabel('新密码', { exact: true }).fill('湘西渡口')
      await page.getByText('还差 4 位').waitFor()
      await requireAccessibleInEveryLook(page, '.settings')
    }),
  )
})
