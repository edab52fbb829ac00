import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { stepAt, totpCode } from '#server/account/totp/totp-code.ts'
import { freePort } from '../free-port.ts'
import { startTestSite } from '../test-site.ts'
import { codeFor, errorOf, fill, newUserWithPassword, showsUser } from './account-form.ts'
import { startBrowser, storedToken } from './browser.ts'
import { requireAccessible } from './require-accessible.ts'
import { failedLoad } from './every-route.ts'
import { setRoles } from '../set-roles.ts'
import { allowNextCode } from '../allow-next-code.ts'
import { tellStory } from './tell-story.ts'

const settings = '/user/userInfo#info'

test('account security', async (t) => {
  // Browsers offer passkeys on secure origins only; localhost is the only secure origin without a certificate.
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const site = await startTestSite(t, { publicUrl: origin }, { port })
  const visit = await startBrowser(origin, 'none')

  await t.test('a passkey is added, named, used for login and removed by keyboard', async () => {
    const { token, account } = await newUserWithPassword(site, '翠翠')
    await tellStory(visit, { token, isIsolated: true }, async ({ page, open }) => {
      await plugInAuthenticator(page)
      await open(settings)
      await press(page, '添加通行密钥')
      await page.getByRole('dialog', { name: '添加通行密钥' }).waitFor()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('渡口的钥匙')
      await page.keyboard.press('Enter')
      await page.getByText('渡口的钥匙', { exact: true }).waitFor()
      await requireAccessible(page)
      await press(page, '改名：渡口的钥匙')
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('船上的钥匙')
      await page.keyboard.press('Enter')
      await page.getByText('船上的钥匙', { exact: true }).waitFor()

      await page.evaluate(() => localStorage.clear())
      await open(`/user/login?redirect=${encodeURIComponent(settings)}`)
      await press(page, '用通行密钥登录')
      await page.waitForURL(origin + settings)
      await showsUser(page, '翠翠')
      await page.getByText(account).first().waitFor()

      await press(page, '移除：船上的钥匙')
      await page.getByRole('dialog', { name: '移除通行密钥？' }).waitFor()
      await press(page, '移除')
      await page.getByText('船上的钥匙', { exact: true }).waitFor({ state: 'detached' })
    })
  })

  await t.test('a missing passkey shows an error and the password still works', () =>
    visit({ isIsolated: true }, async ({ page, open }) => {
      const { account, password } = await newUserWithPassword(site, '二老')
      await plugInAuthenticator(page)
      await open('/user/login')
      await fill(page, { 邮箱或手机号: account, 密码: password })
      await page.getByRole('button', { name: '用通行密钥登录' }).click()
      await page.getByRole('alert').getByText('没有用上通行密钥').waitFor()
      assert.equal(await page.getByLabel('密码', { exact: true }).inputValue(), password)
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await showsUser(page, '二老')
    }),
  )

  await t.test('an editor turns on the second step and logs in with it and with a recovery code', async () => {
    const { token, user, account, password } = await newUserWithPassword(site, '阿编')
    await setRoles(site.db, user.id, ['editor'])
    const rest = () => site.db.updateTable('totp').set({ lastTimeStep: 0 }).where('userId', '=', user.id).execute()
    const code = async () => {
      const { secret } = await site.db
        .selectFrom('totp')
        .select('secret')
        .where('userId', '=', user.id)
        .executeTakeFirstOrThrow()
      return totpCode(secret, stepAt(Date.now()))
    }
    await visit({ screen: 'phone', token, expected: [failedLoad] }, async ({ page, open }) => {
      await open(settings)
      await press(page, '开启两步验证')
      await page.getByRole('img', { name: '给验证器扫的二维码' }).waitFor()
      await requireAccessible(page)
      const field = page.getByLabel('验证器上的 6 位数字')
      await field.fill('12345')
      await page.keyboard.press('Enter')
      assert.equal(await errorOf(page, '验证器上的 6 位数字'), '验证码是 6 位数字')
      await field.fill(await code())
      await page.keyboard.press('Enter')
      const codes = page.getByRole('list', { name: '恢复码' }).getByRole('listitem')
      await codes.first().waitFor()
      const [recovery = ''] = await codes.allInnerTexts()
      assert.equal(await codes.count(), 10)
      await press(page, '我存好了')
      await page.getByText('还剩 10 个恢复码').waitFor()

      for (const second of ['totp', 'recovery']) {
        await rest()
        await page.evaluate(() => localStorage.clear())
        await open('/user/login')
        await fill(page, { 邮箱或手机号: account, 密码: password })
        await page.keyboard.press('Enter')
        const dialog = page.getByRole('dialog', { name: '两步验证' })
        await dialog.waitFor()
        await page.keyboard.press('Escape')
        await page.getByRole('alert').getByText('两步验证没有完成').waitFor()
        assert.equal(await page.getByLabel('密码', { exact: true }).inputValue(), password)
        await page.getByRole('button', { name: '登录', exact: true }).click()
        await dialog.waitFor()
        await page.keyboard.type('zzzzz-zzzzz')
        await page.keyboard.press('Enter')
        await dialog.getByText('这个恢复码不对，或已经用过').waitFor()
        await page.keyboard.press('ControlOrMeta+A')
        await page.keyboard.type(second === 'totp' ? await code() : recovery)
        await page.keyboard.press('Enter')
        await showsUser(page, '阿编')
      }
      await rest()
      await open(settings)
      await press(page, '关闭两步验证')
      await page.keyboard.type(await code())
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: '开启两步验证' }).waitFor()
    })
  })

  await t.test('other sessions are listed and ended, and the user’s data can be downloaded', async () => {
    const { token, account } = await newUserWithPassword(site, '天保')
    const code = await codeFor(site, account, 'login')
    const { token: other } = await site.caller().auth.codeLogin({ account, code })
    await visit({ screen: 'phone', token }, async ({ page, open }) => {
      await open(settings)
      await page.getByText('现在用的').waitFor()
      await requireAccessible(page)
      const download = page.waitForEvent('download')
      await press(page, '下载我的数据')
      const file = await download
      assert.match(file.suggestedFilename(), /^知图-我的数据-\d{4}-\d\d-\d\d\.json$/)
      assert.equal(JSON.parse(await readFile(await file.path(), 'utf8')).account[0].email, account)
      await press(page, '退出其他所有登录')
      await page.getByRole('dialog', { name: '退出这个登录？' }).waitFor()
      await page.keyboard.press('Escape')
      await press(page, '退出：认不出的设备')
      await page.getByRole('dialog').getByRole('button', { name: '退出', exact: true }).click()
      await page.getByRole('button', { name: '退出：认不出的设备' }).waitFor({ state: 'detached' })
      assert.deepEqual(await site.caller(other).auth.loginStatus(), {})
      await showsUser(page, '天保')
    })
  })

  await t.test('an account is deleted with code and password, and the page shows no trace of it', async () => {
    const { token, account, password } = await newUserWithPassword(site, '顺顺')
    await allowNextCode(site.db, account)
    await visit({ token, expected: [failedLoad] }, async ({ page, open }) => {
      await open(settings)
      await press(page, '注销账号')
      const dialog = page.getByRole('dialog', { name: '注销账号' })
      await dialog.getByRole('button', { name: '获取验证码' }).click()
      await dialog.getByText(`验证码已发往 ${account}`).waitFor()
      await requireAccessible(page)
      await dialog.getByLabel('验证码', { exact: true }).fill(site.mailbox.codeFor(account))
      await dialog.getByRole('button', { name: '确认注销' }).click()
      assert.equal(await errorOf(page, '密码'), '密码不对，请核对')
      await dialog.getByLabel('密码', { exact: true }).fill(password)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${origin}/`)
      assert.equal(await storedToken(page), null)
      await page.getByRole('link', { name: '登录 / 注册' }).waitFor()
      assert.deepEqual(await site.caller(token).auth.loginStatus(), {})
    })
  })

  await t.test('an admin finds, promotes and suspends users by keyboard and reads the audit log', async () => {
    const admin = await newUserWithPassword(site, '站长')
    await setRoles(site.db, admin.user.id, ['admin'])
    const { user } = await newUserWithPassword(site, '傩送手机')
    await tellStory(visit, { token: admin.token }, async ({ page, open }) => {
      await open('/admin/user')
      await page.getByLabel('名字、邮箱、手机号的一部分，或编号').fill(user.name)
      await page.keyboard.press('Enter')
      await page.getByText('共 1 人').waitFor()
      await press(page, `管理：${user.name}`)
      await page.getByRole('dialog', { name: user.name }).waitFor()
      await page.keyboard.press('Space')
      await requireAccessible(page)
      await press(page, '保存身份')
      await page.locator('.admin-rows .badge').getByText('编辑', { exact: true }).waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await press(page, `管理：${user.name}`)
      await page.getByLabel('停用的原因').fill('试试停用')
      await page.keyboard.press('Enter')
      await page.getByText('停用的原因：试试停用').waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await press(page, `管理：${user.name}`)
      await page.getByRole('link', { name: '查看对这个账号的操作' }).click()
      await page.getByText('共 2 条').waitFor()
      await page.getByText('读者 → 编辑').waitFor()
      await requireAccessible(page)
      await page.getByLabel('只看').selectOption({ label: '停用账号' })
      await page.getByText('共 1 条').waitFor()
      await page.getByText('原因：试试停用').waitFor()
    })
  })
})

/** Adds a virtual authenticator to the browser, like that of a phone, whose user verification succeeds at once. */
async function plugInAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Presses a button of the page with the keyboard, as users without a pointer do. */
async function press(page: Page, name: string) {
  // The Playwright locator excludes disabled buttons, because a disabled button ignores `focus` without an error.
  const button = page.getByRole('button', { name, exact: true, disabled: false })
  await button.focus()
  await page.keyboard.press('Enter')
}
