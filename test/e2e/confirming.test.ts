import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTestSite } from '../test-site.ts'
import { codeFor, errorOf, fill, newUserWithPassword } from './account-form.ts'
import { comesToRest, startBrowser } from './browser.ts'
import { requireAccessible } from './require-accessible.ts'
import { requireFit } from './require-fit.ts'
import { failedLoad } from './every-route.ts'
import { tellStory } from './tell-story.ts'

test('a user with an old session confirms their identity', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const age = (userId: string) =>
    sql`update session set confirmed_at = now() - interval '1 day' where user_id = ${userId}`.execute(site.db)

  await t.test('confirming by password continues the interrupted action', async () => {
    const { token, user, password } = await newUserWithPassword(site, '翠翠')
    await age(user.id)
    const phone = '13800138001'
    await tellStory(visit, { token, expected: [failedLoad] }, async ({ page, open }) => {
      const dialog = page.getByRole('dialog', { name: '确认是你本人' })
      await open('/user/userInfo#info')
      await page.getByRole('button', { name: '绑定手机号' }).click()
      await fill(page, { 新的手机号: phone })
      await fill(page, { 验证码: await codeFor(site, `+86${phone}`, 'bind') })
      await page.keyboard.press('Enter')
      await dialog.waitFor()
      await comesToRest(page)
      await requireAccessible(page)
      await requireFit(page)
      // The dialog that confirms the user's identity gives its password field the focus, so the test types without
      // clicking.
      await page.keyboard.insertText('不是这个密码')
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => document.querySelector('dialog [aria-invalid="true"]') !== null)
      assert.equal(await errorOf(page, '密码'), '密码不对，请核对')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.getByText(/请先确认是你本人/).waitFor()
      assert.equal(await page.getByLabel('新的手机号').inputValue(), phone)

      // The verification code is accepted again, because the confirmation that first used it was cancelled.
      await page.getByLabel('验证码', { exact: true }).press('Enter')
      await dialog.waitFor()
      await page.keyboard.insertText(password)
      await page.keyboard.press('Enter')
      await page.getByText('手机号已绑定。').waitFor()
      assert.equal(await dialog.count(), 0)
    })
    assert.equal((await site.caller(token).user.show()).phoneNumber, `+86${phone}`)
  })

  await t.test('confirming by code works with and without a password', async () => {
    for (const hasPassword of [true, false]) {
      const reader = hasPassword ? await newUserWithPassword(site, '傩送') : await site.newUser('傩送')
      await age(reader.user.id)
      await visit({ token: reader.token, expected: [failedLoad] }, async ({ page, open }) => {
        await open('/user/userInfo#info')
        await page.getByRole('button', { name: '添加通行密钥' }).click()
        await page.getByRole('button', { name: '继续' }).click()
        const dialog = page.getByRole('dialog', { name: '确认是你本人' })
        await dialog.waitFor()
        if (hasPassword) await dialog.getByRole('button', { name: '改用验证码' }).click()
        const code = await codeFor(site, reader.user.email ?? '', 'confirm')
        await dialog.getByLabel('验证码', { exact: true }).fill(code)
        await page.keyboard.press('Enter')
        await dialog.waitFor({ state: 'detached' })
        // The test browser has no authenticator, so the page must report that the passkey could not be used.
        await page.getByText(/没有用上通行密钥|用不了通行密钥/).waitFor()
      })
    }
  })
})
