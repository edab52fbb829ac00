import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import type { CodePurpose } from '#shared/api/account/account.ts'
import type { TestSite } from '../test-site.ts'
import { allowNextCode } from '../allow-next-code.ts'

let accounts = 0

export function newAccount() {
  return `visitor${++accounts}@books.test`
}

/** Requests a verification code by an API call and returns the code from the mail. */
export async function codeFor({ caller, codeFor, db }: TestSite, account: string, purpose: CodePurpose) {
  await allowNextCode(db, account)
  await caller().auth.sendCode({ account, purpose })
  return codeFor(account)
}

/** Creates a user who has a password. */
export async function newUserWithPassword(site: TestSite, name: string) {
  const account = newAccount()
  const password = '湘西渡口的船到桥头'
  const code = await codeFor(site, account, 'register')
  const { token, user } = await site.caller().user.create({ account, code, password, name })
  return { account, password, token, user }
}

/** Fills form fields, which are found by their labels. */
export async function fill(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
}

/** Ticks the box with which a new user agrees to the terms. */
export async function agree(page: Page) {
  await page.getByLabel(/^我已阅读并同意/).check()
}

/** Returns the error message that a screen reader announces for an invalid field. */
export async function errorOf(page: Page, label: string): Promise<string> {
  const field = page.getByLabel(label, { exact: true }).and(page.locator('[aria-invalid="true"]'))
  const id = await field.getAttribute('aria-describedby')
  assert.ok(id, `${label} names no description`)
  return page.locator(`[id="${id}"]`).innerText()
}

/** Waits until the header shows the user's menu and no link to the login page. */
export async function showsUser(page: Page, name: string) {
  await page.getByRole('button', { name: `${name}的菜单` }).waitFor()
  assert.equal(await page.getByRole('link', { name: '登录 / 注册' }).count(), 0)
}
