import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSite } from '../test-site.ts'
import { agree, codeFor, errorOf, fill, newAccount, newUserWithPassword, showsUser } from './account-form.ts'
import { startBrowser, storedToken } from './browser.ts'
import { failedLoad } from './every-route.ts'
import { requireFit } from './require-fit.ts'
import { tellStory } from './tell-story.ts'

test('registering', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')

  await t.test('a visitor registers with a mailed code and returns to the previous page', () =>
    tellStory(visit, {}, async ({ page, open }) => {
      const account = newAccount()
      await open('/book?sort=new')
      await open(`/user/register?redirect=${encodeURIComponent('/book?sort=new')}`)
      await fill(page, { 邮箱或手机号: account })
      await page.getByRole('button', { name: '获取验证码' }).click()
      await page.getByText(`验证码已发往 ${account}，10 分钟内有效。`).waitFor()
      const code = site.mailbox.codeFor(account)
      await fill(page, { 验证码: code, '密码（可不填）': '湘西渡口的船到桥头', '名字（可不填）': '翠翠' })
      await agree(page)
      await page.getByRole('button', { name: '注册', exact: true }).click()
      await page.waitForURL(`${site.url}/book?sort=new`)
      await showsUser(page, '翠翠')
      const token = await storedToken(page)
      const { id, email } = await site.caller(token ?? '').user.show()
      assert.equal(email, account)
      // Nothing but the checkbox, which was not checked, makes a profile public.
      const { isPublic } = await site.db
        .selectFrom('user')
        .select('isPublic')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      assert.equal(isPublic, false)
    }),
  )

  await t.test('without a name the user gets one of the site', () =>
    visit({}, async ({ page, open }) => {
      const account = newAccount()
      const code = await codeFor(site, account, 'register')
      await open('/user/register')
      await agree(page)
      await fill(page, { 邮箱或手机号: account, 验证码: code })
      await page.keyboard.press('Enter')
      await page.waitForURL(`${site.url}/user/userInfo#shelf`)
      const { name } = await site.caller((await storedToken(page)) ?? '').user.show()
      await showsUser(page, name || account)
    }),
  )

  await t.test('errors appear beside their fields and the input is preserved', () =>
    visit({ expected: [failedLoad] }, async ({ page, open }) => {
      const account = newAccount()
      const submit = () => page.getByRole('button', { name: '注册', exact: true }).click()
      await open('/user/register')
      await agree(page)
      await submit()
      assert.equal(await errorOf(page, '邮箱或手机号'), '请填写邮箱或手机号')
      assert.equal(await errorOf(page, '验证码'), '验证码是 6 位数字')
      // After a submit with errors the focus moves to the first invalid field, and a corrected field is no longer
      // marked as invalid.
      await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'account')
      await page.keyboard.insertText('渡口@@')
      await page.locator('[name="account"]:not([aria-invalid])').waitFor()
      await page.getByRole('button', { name: '获取验证码' }).click()
      await page.locator('[name="account"][aria-invalid]').waitFor()
      assert.match(await errorOf(page, '邮箱或手机号'), /样子不对|请填写邮箱或手机号/)
      const elsewhere = newAccount()
      await fill(page, { 邮箱或手机号: elsewhere })
      await page.getByRole('button', { name: '获取验证码' }).click()
      await page.getByText(`验证码已发往 ${elsewhere}`).waitFor()
      await page.getByRole('button', { name: /秒后重发/ }).waitFor()
      // A user who mistyped their email address can request a verification code for another address without waiting.
      await fill(page, { 邮箱或手机号: account })
      await page.getByRole('button', { name: '获取验证码' }).waitFor()

      const typed = { 邮箱或手机号: account, 验证码: '000000', '密码（可不填）': 'password1', '名字（可不填）': '翠翠' }
      await fill(page, typed)
      await submit()
      await page.getByText(/太常见/).waitFor()
      assert.match(await errorOf(page, '密码（可不填）'), /太常见/)
      assert.equal(await page.locator('[aria-invalid]').count(), 1)

      const code = await codeFor(site, account, 'register')
      const wrong = code === '123456' ? '123457' : '123456'
      await fill(page, { 验证码: wrong, '密码（可不填）': '湘西渡口的船到桥头' })
      await submit()
      await page.getByText(/验证码不对或已过期/).waitFor()
      assert.match(await errorOf(page, '验证码'), /验证码不对或已过期/)
      for (const [label, value] of Object.entries({ ...typed, 验证码: wrong, '密码（可不填）': '湘西渡口的船到桥头' }))
        assert.equal(await page.getByLabel(label, { exact: true }).inputValue(), value)

      await fill(page, { 验证码: code })
      await submit()
      await page.waitForURL(`${site.url}/user/userInfo#shelf`)
    }),
  )

  await t.test('nobody is registered unless they agree, and profiles are private unless asked for', () =>
    tellStory(visit, {}, async ({ page, open }) => {
      const account = newAccount()
      const code = await codeFor(site, account, 'register')
      const submit = () => page.getByRole('button', { name: '注册', exact: true }).click()
      await open('/user/register')
      const choices = page.getByRole('checkbox')
      assert.deepEqual([await choices.count(), await choices.and(page.locator(':checked')).count()], [2, 0])
      await fill(page, { 邮箱或手机号: account, 验证码: code })
      await submit()
      await page.getByText('请先阅读，同意后勾选').waitFor()
      await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'consent')
      const users = () => site.db.selectFrom('user').select('isPublic').where('email', '=', account).execute()
      assert.deepEqual(await users(), [])
      await requireFit(page)
      await agree(page)
      assert.equal(await page.getByText('请先阅读，同意后勾选').count(), 0)
      await page.getByLabel('公开我的主页').check()
      await submit()
      // A user who did not come from another page is welcomed and led on.
      await page.getByRole('status').getByText('账号建好了').waitFor()
      assert.deepEqual(await users(), [{ isPublic: true }])
      await requireFit(page)
      await page.getByRole('link', { name: '找一本读过的书' }).click()
      await page.waitForURL(`${site.url}/book`)
    }),
  )

  await t.test('a message that is pasted into the field of the code becomes the code in it', () =>
    visit({}, async ({ page, open }) => {
      await open('/user/register')
      const field = page.getByLabel('验证码', { exact: true })
      for (const message of ['【知图】验证码是 123456，10 分钟内有效', '123 456', '１２３４５６', '\u200b123456']) {
        await field.fill('')
        await field.focus()
        await page.keyboard.insertText(message)
        assert.equal(await field.inputValue(), '123456', message)
      }
    }),
  )

  await t.test('requesting a code for an invalid address shows an error', () =>
    visit({ expected: [failedLoad] }, async ({ page, open }) => {
      await open('/user/register')
      await fill(page, { 邮箱或手机号: '不是邮箱' })
      await page.getByRole('button', { name: '获取验证码' }).click()
      await page.getByText('请填写邮箱或手机号，例如 name@example.com').waitFor()
      assert.equal(await page.getByRole('button', { name: '获取验证码' }).isEnabled(), true)
    }),
  )

  await t.test('a code can be requested again after the countdown', () =>
    visit({}, async ({ page, open }) => {
      await page.clock.install()
      await open('/user/register')
      await fill(page, { 邮箱或手机号: newAccount() })
      await page.getByRole('button', { name: '获取验证码' }).click()
      const waiting = page.getByRole('button', { name: /^\d+ 秒后重发$/ })
      await waiting.waitFor()
      assert.equal(await waiting.isDisabled(), true)
      for (let second = 0; second < 300 && (await waiting.isVisible()); second++) await page.clock.runFor(1000)
      assert.equal(await page.getByRole('button', { name: '获取验证码' }).isEnabled(), true)
    }),
  )

  await t.test('registering with the address of an existing account shows an error', () =>
    visit({ expected: [failedLoad] }, async ({ page, open }) => {
      const { account } = await newUserWithPassword(site, '傩送')
      const code = await codeFor(site, account, 'register')
      await open('/user/register')
      await fill(page, { 邮箱或手机号: account, 验证码: code })
      await agree(page)
      await page.getByRole('button', { name: '注册', exact: true }).click()
      await page.getByRole('alert').getByText('这个邮箱已经注册过，请直接登录').waitFor()
      assert.match(await errorOf(page, '邮箱或手机号'), /已经注册过/)
      assert.equal(await page.getByLabel('邮箱或手机号', { exact: true }).inputValue(), account)
      assert.equal(await storedToken(page), null)
    }),
  )

  // A unit test of `safeRedirect` has more such addresses.
  await t.test('the address of another site in the parameter redirect is ignored', () =>
    visit({}, async ({ page, open }) => {
      const account = newAccount()
      const code = await codeFor(site, account, 'register')
      await open(`/user/login?redirect=${encodeURIComponent('https://evil.example')}`)
      // The link from the login form to the register form keeps the URL parameter `redirect`, which names the page to
      // open after the login.
      await page.getByRole('link', { name: '注册' }).click()
      await page.getByRole('heading', { level: 1, name: '注册' }).waitFor()
      await fill(page, { 邮箱或手机号: account, 验证码: code })
      await agree(page)
      await page.getByRole('button', { name: '注册', exact: true }).click()
      await page.locator('.account-button').waitFor()
      assert.equal(page.url(), `${site.url}/user/userInfo#shelf`)
    }),
  )
})
