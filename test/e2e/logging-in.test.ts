import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSite } from '../test-site.ts'
import { agree, codeFor, errorOf, fill, newAccount, newUserWithPassword, showsUser } from './account-form.ts'
import { becomesAlive, startBrowser, storedToken } from './browser.ts'
import { failedLoad } from './every-route.ts'
import { tellStory } from './tell-story.ts'

test('logging in and out', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const reader = await newUserWithPassword(site, '翠翠')
  const sessions = async () =>
    (await site.db.selectFrom('session').select('tokenHash').where('userId', '=', reader.user.id).execute()).length

  await t.test('a user logs in with a password, stays logged in after a reload, and logs out', () =>
    tellStory(visit, {}, async ({ page, open }) => {
      const before = await sessions()
      await open('/book')
      await page.getByRole('link', { name: '登录 / 注册' }).click()
      await page.waitForURL(`${site.url}/user/login`)
      await fill(page, { 邮箱或手机号: reader.account, 密码: reader.password })
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await page.waitForURL(`${site.url}/`)
      await showsUser(page, '翠翠')
      const token = await storedToken(page)
      assert.ok(token)

      await page.reload()
      await becomesAlive(page)
      await showsUser(page, '翠翠')
      assert.equal(await storedToken(page), token)
      assert.equal(await sessions(), before + 1)

      await open('/book')
      await page.getByRole('button', { name: '翠翠的菜单' }).click()
      await Promise.all([
        page.waitForResponse('**/api/v1/auth/logout'),
        page.getByRole('button', { name: '退出登录' }).click(),
      ])
      await page.waitForURL(`${site.url}/`)
      await page.getByRole('heading', { level: 1, name: /每一本书/ }).waitFor()
      await page.getByRole('link', { name: '登录 / 注册' }).waitFor()
      assert.equal(await page.locator('.account-button').count(), 0)
      assert.equal(await page.locator('.header-menu [aria-current], .tab-bar [aria-current]').count(), 0)
      assert.equal(await storedToken(page), null)
      assert.equal(await sessions(), before)
    }),
  )

  await t.test('logging out works in the browser when the server is unreachable', () =>
    visit({ token: reader.token, expected: [/net::ERR_FAILED/] }, async ({ page, open }) => {
      await open('/book')
      await showsUser(page, '翠翠')
      await page.route('**/api/v1/auth/logout', (route) => route.abort())
      await page.getByRole('button', { name: '翠翠的菜单' }).click()
      await page.getByRole('button', { name: '退出登录' }).click()
      await page.getByRole('link', { name: '登录 / 注册' }).waitFor()
      assert.equal(await storedToken(page), null)
    }),
  )

  await t.test('logging in with a code registers a new account only after the user agrees', () =>
    visit({ expected: [failedLoad] }, async ({ page, open }) => {
      const account = newAccount()
      await open('/user/login?redirect=%2Fuser%2FuserInfo%23info')
      await page.getByRole('button', { name: '验证码登录' }).click()
      await fill(page, { 邮箱或手机号: account })
      await page.getByRole('button', { name: '获取验证码' }).click()
      await page.getByText(`验证码已发往 ${account}`).waitFor()
      await fill(page, { 验证码: site.mailbox.codeFor(account) })
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await page.getByText(`${account} 还没有账号，现在就可以注册。`).waitFor()
      await page.getByRole('button', { name: '注册并登录' }).click()
      await page.getByText('请先阅读，同意后勾选').waitFor()
      const users = site.db.selectFrom('user').select('isPublic').where('email', '=', account)
      assert.deepEqual(await users.execute(), [])
      await agree(page)
      await page.getByRole('button', { name: '注册并登录' }).click()
      await page.waitForURL(`${site.url}/user/userInfo#info`)
      await page.locator('.bind-row').getByText(account).waitFor()
      assert.deepEqual(await users.execute(), [{ isPublic: false }])
    }),
  )

  await t.test('logging in with a code asks nothing of users with an account', () =>
    visit({}, async ({ page, open }) => {
      await open('/user/login')
      await page.getByRole('button', { name: '验证码登录' }).click()
      const code = await codeFor(site, reader.account, 'login')
      await fill(page, { 邮箱或手机号: reader.account, 验证码: code })
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await page.waitForURL(`${site.url}/`)
      await showsUser(page, '翠翠')
    }),
  )

  await t.test('switching the login method preserves the address', () =>
    visit({}, async ({ page, open }) => {
      await open('/user/login')
      await fill(page, { 邮箱或手机号: reader.account })
      await page.getByRole('button', { name: '验证码登录' }).click()
      await page.getByLabel('验证码', { exact: true }).waitFor()
      assert.equal(await page.getByLabel('邮箱或手机号', { exact: true }).inputValue(), reader.account)
      assert.equal(await page.getByRole('button', { name: '验证码登录' }).getAttribute('aria-pressed'), 'true')
    }),
  )

  await t.test('a wrong password shows an error that names no field, and the input is preserved', () =>
    visit({ expected: [failedLoad] }, async ({ page, open }) => {
      await open('/user/login')
      await page.getByRole('button', { name: '登录', exact: true }).click()
      assert.equal(await errorOf(page, '邮箱或手机号'), '请填写邮箱或手机号')
      assert.equal(await errorOf(page, '密码'), '请填写密码')
      await fill(page, { 邮箱或手机号: reader.account, 密码: '不是这个密码' })
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await page.getByRole('alert').getByText('账号或密码不对').waitFor()
      assert.equal(await page.locator('[aria-invalid]').count(), 0)
      assert.equal(await page.getByLabel('邮箱或手机号', { exact: true }).inputValue(), reader.account)
      assert.equal(await page.getByLabel('密码', { exact: true }).inputValue(), '不是这个密码')
      assert.equal(await storedToken(page), null)
    }),
  )

  await t.test('an unreachable server shows an error', () =>
    visit({ expected: [/net::ERR_FAILED/] }, async ({ page, open }) => {
      await open('/user/login')
      await page.route('**/api/v1/auth/login', (route) => route.abort())
      await fill(page, { 邮箱或手机号: reader.account, 密码: reader.password })
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await page.getByRole('alert').getByText('连不上服务器，请检查网络后再试').waitFor()
      await page.unroute('**/api/v1/auth/login')
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await page.waitForURL(`${site.url}/`)
    }),
  )

  await t.test('a form submitted before hydration does not put the password into the address', () =>
    visit({ hasScript: false, expected: [failedLoad] }, async ({ page, open }) => {
      for (const path of ['/user/login', '/user/register']) {
        await open(path)
        await page.locator('input[name=account]').fill(reader.account)
        await page.locator('input[name=password]').fill(reader.password)
        await page.locator('button[type=submit]').first().click()
        await page.waitForLoadState()
        assert.doesNotMatch(page.url(), /password/)
      }
    }),
  )
})
