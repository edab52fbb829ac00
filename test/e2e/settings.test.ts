import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { startTestSite } from '../test-site.ts'
import { agree, errorOf, fill, newAccount, newUserWithPassword, showsUser } from './account-form.ts'
import { startBrowser, storedToken } from './browser.ts'
import { failedLoad } from './every-route.ts'
import { tellStory } from './tell-story.ts'

const another = '另一个很长很长的密码'
let phones = 0
const newPhone = () => `138${String(++phones).padStart(8, '0')}`

test('resetting a password and changing account settings', async (t) => {
  const quiet = { withoutProof: 1000, max: 1000 }
  const codeLimits = { address: quiet, email: quiet, phone: quiet }
  const site = await startTestSite(t, {}, { codeLimits })
  const visit = await startBrowser(site.url, 'none')
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const rest = (account: string) => site.db.deleteFrom('verificationCode').where('account', '=', account).execute()

  await t.test('a forgotten password is reset', async () => {
    const { account, token } = await newUserWithPassword(site, '翠翠')
    await rest(account)
    await tellStory(visit, { expected: [failedLoad] }, async ({ page, open }) => {
      await open('/user/login?redirect=%2Fbook%3Fsort%3Dnew')
      await page.getByRole('link', { name: '忘记密码' }).click()
      await page.getByRole('heading', { level: 1, name: '重设密码' }).waitFor()
      await fill(page, { 邮箱或手机号: account })
      await press(page, '获取验证码')
      await page.getByText(`验证码已发往 ${account}`).waitFor()
      const code = site.codeFor(account)
      await fill(page, { 验证码: code === '000000' ? '111111' : '000000' })
      await press(page, '下一步')
      await page.getByText(/验证码不对或已过期/).waitFor()
      await fill(page, { 验证码: code })
      await press(page, '下一步')
      const field = page.getByLabel('新密码', { exact: true })
      await field.fill('password1')
      await press(page, '设好并登录')
      await page.getByText(/太常见/).waitFor()
      await field.fill('短')
      await press(page, '显示密码')
      assert.equal(await field.getAttribute('type'), 'text')
      await press(page, '隐藏密码')
      await field.fill(another)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${site.url}/book?sort=new`)
      await showsUser(page, '翠翠')
      assert.deepEqual(await site.caller(token).auth.loginStatus(), {})
      await site.caller().auth.login({ account, password: another })
    })
  })

  await t.test('name, email address, phone number and password are changed', async () => {
    const { account, password, token } = await newUserWithPassword(site, '翠翠')
    const elsewhere = (await site.caller().auth.login({ account, password })).token
    await tellStory(visit, { token, expected: [failedLoad] }, async ({ page, open }) => {
      await open('/user/userInfo#info')
      await fill(page, { 名字: '', 自我介绍: '在渡口读书。' })
      await press(page, '保存资料')
      assert.equal(await errorOf(page, '名字'), '请填写')
      assert.equal(await page.getByLabel('自我介绍').inputValue(), '在渡口读书。')
      await fill(page, { 名字: '傩送' })
      await press(page, '保存资料')
      await page.getByText('已保存。').waitFor()
      await showsUser(page, '傩送')
      await page.getByRole('heading', { level: 1, name: '傩送' }).waitFor()

      const phone = newPhone()
      await press(page, '绑定手机号')
      await fill(page, { 新的手机号: account })
      await press(page, '绑定')
      assert.equal(await errorOf(page, '新的手机号'), '请填写一个手机号')
      await fill(page, { 新的手机号: phone })
      await press(page, '获取验证码')
      await page.getByText(/验证码已发往/).waitFor()
      await fill(page, { 验证码: site.codeFor(`+86${phone}`) })
      await press(page, '绑定')
      await page.getByText('手机号已绑定。').waitFor()
      await page.getByText(phone.replace(/^(...)(....)/, '$1 $2 ')).waitFor()

      const { account: taken } = await newUserWithPassword(site, '天保')
      await press(page, '更换邮箱')
      await fill(page, { 新的邮箱: account })
      await press(page, '获取验证码')
      await page.getByText('你现在用的就是这个邮箱').waitFor()
      await fill(page, { 新的邮箱: taken })
      await press(page, '获取验证码')
      await page.getByText(/秒后再试/).waitFor()
      await rest(taken)
      const next = newAccount()
      await fill(page, { 新的邮箱: next })
      await page.getByRole('button', { name: '取消' }).click()
      await press(page, '更换邮箱')
      await fill(page, { 新的邮箱: taken })
      await press(page, '获取验证码')
      await page.getByText(/验证码已发往/).waitFor()
      await fill(page, { 验证码: site.codeFor(taken) })
      await press(page, '绑定')
      await page
        .getByRole('alert')
        .getByText(/另一个账号的登录方式/)
        .waitFor()
      assert.equal(await page.getByLabel('新的邮箱').inputValue(), taken)
      await page.getByRole('button', { name: '取消' }).click()

      page.once('dialog', (dialog) => void dialog.accept())
      await press(page, '解绑邮箱')
      await page.getByText('邮箱已解绑。').waitFor()
      assert.equal(await page.getByRole('button', { name: /^解绑/ }).count(), 0)

      await press(page, '修改密码')
      await fill(page, { 现在的密码: '不是这个密码', 新密码: another })
      await press(page, '保存新密码')
      await page.getByText(/现在的密码不对/).waitFor()
      await fill(page, { 现在的密码: password })
      await press(page, '保存新密码')
      await page.getByText('密码已改好，其他设备上的登录都已退出。').waitFor()
      assert.deepEqual(await site.caller(elsewhere).auth.loginStatus(), {})
      await site.caller().auth.login({ account: phone, password: another })

      await page.reload()
      await showsUser(page, '傩送')
      assert.equal(await page.getByLabel('自我介绍').inputValue(), '在渡口读书。')
    })
  })

  await t.test('a user without a password sets one with a code by keyboard alone', async () => {
    const { token, email } = await site.newUser('翠翠')
    await rest(email)
    await visit({ token }, async ({ page, open }) => {
      await open('/user/userInfo#info')
      await page.getByRole('button', { name: '设一个密码' }).focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), '获取验证码')
      await page.keyboard.press('Enter')
      await page.getByText(/验证码已发往/).waitFor()
      await page.getByLabel('验证码', { exact: true }).focus()
      await page.keyboard.insertText(site.codeFor(email))
      await page.getByLabel('新密码', { exact: true }).focus()
      await page.keyboard.insertText(another)
      await page.getByText('强度：强').waitFor()
      await page.keyboard.press('Enter')
      await page.getByText('已设密码').waitFor()
      await site.caller().auth.login({ account: email, password: another })
    })
  })

  await t.test('a phone number is recognised in any common format and logs the user in', () =>
    visit({ expected: [failedLoad] }, async ({ page, open }) => {
      const phone = newPhone()
      await open('/user/login')
      await press(page, '验证码登录')
      await fill(page, { 邮箱或手机号: phone.replace(/^(...)(....)/, '$1-$2-') })
      await page.getByText(`手机号 +86 ${phone.replace(/^(...)(....)/, '$1 $2 ')}`).waitFor()
      await press(page, '获取验证码')
      await page.getByText(/验证码已发往/).waitFor()
      await fill(page, { 验证码: site.codeFor(`+86${phone}`) })
      await page.keyboard.press('Enter')
      await page.getByText('还没有账号，现在就可以注册。').waitFor()
      await agree(page)
      await press(page, '注册并登录')
      await page.waitForURL((url) => url.pathname !== '/user/login')
      const { phoneNumber } = await site.caller((await storedToken(page)) ?? '').user.show()
      assert.equal(phoneNumber, `+86${phone}`)
    }),
  )

  await t.test('under load the page solves the proof of work, with or without Web Crypto', async () => {
    codeLimits.email = { withoutProof: 0, max: 1000 }
    for (const isLent of [true, false]) {
      await visit({ expected: [failedLoad] }, async ({ page, open }) => {
        const account = newAccount()
        let workers = 0
        await page.route('**/assets/proof-worker*', async (route) => {
          workers++
          const response = await route.fetch()
          const takenAway = isLent ? '' : 'delete Crypto.prototype.subtle;'
          await route.fulfill({ response, body: takenAway + (await response.text()) })
        })
        await open('/user/register')
        await fill(page, { 邮箱或手机号: account })
        await press(page, '获取验证码')
        await page.getByText(`验证码已发往 ${account}`).waitFor()
        assert.match(site.codeFor(account), /^\d{6}$/)
        assert.equal(workers, 1)
      })
    }
  })
})
