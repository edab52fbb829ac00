import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { startTestSite } from '../test-site.ts'
import { newUserWithPassword, showsUser } from './account-form.ts'
import { startBrowser, storedToken } from './browser.ts'
import { failedLoad } from './every-route.ts'

const statusCall = '**/api/v1/auth/loginStatus'
const userCall = '**/api/v1/user/info'
const loginWithWayBack = '/user/login?redirect=%2Fbook%3Fsort%3Dnew'

test('the session', async (t) => {
  const site = await startTestSite(t)
  const localhost = site.url.replace('127.0.0.1', 'localhost')
  const visit = await startBrowser(site.url, 'none')
  const visitLocalhost = await startBrowser(localhost, 'none')
  const newToken = async () => (await newUserWithPassword(site, '翠翠')).token
  const revoked = async () => {
    const { token, user } = await newUserWithPassword(site, '翠翠')
    await site.db.deleteFrom('session').where('userId', '=', user.id).execute()
    return token
  }
  const sentToLogin = async (page: Page) => {
    await page.waitForURL(site.url + loginWithWayBack)
    await page.getByRole('heading', { level: 1, name: '登录' }).waitFor()
  }

  await t.test('a revoked token is removed and the user is redirected to login and back', async () =>
    visit({ token: await revoked() }, async ({ page, open }) => {
      await open('/book?sort=new')
      await sentToLogin(page)
      assert.equal(await storedToken(page), null)
    }),
  )

  await t.test('on localhost a revoked token is removed without a redirect', async () =>
    visitLocalhost({ token: await revoked() }, async ({ page, open }) => {
      await open('/book?sort=new')
      await page.waitForFunction(() => localStorage.getItem('token') === null)
      await page.getByRole('link', { name: '登录 / 注册' }).waitFor()
      // The test opens the next page of the book list. A redirect to the login page, which is an error here, would
      // happen before that page appears.
      await page.getByRole('link', { name: '下一页' }).click()
      await page.getByRole('link', { name: '回第一页' }).waitFor()
    }),
  )

  await t.test('while a session is not checked, its user sees an empty avatar and no link to log in', async () => {
    const { token } = await site.newUser('翠翠')
    await visit({ token }, async ({ page, open }) => {
      const checked = Promise.withResolvers<void>()
      await page.route(statusCall, async (route) => (await checked.promise, route.continue()))
      await open('/book?sort=new')
      const login = page.getByRole('link', { name: '登录 / 注册' })
      await page.locator('.header').getByRole('link', { name: '我的' }).waitFor()
      assert.equal(await login.isVisible(), false)
      checked.resolve()
      await page.getByRole('button', { name: '翠翠的菜单' }).waitFor()
      assert.equal(await page.locator('.header-avatar').count(), 0)
    })
    await visit({ token, hasScript: false }, async ({ page, open }) => {
      await open('/book?sort=new')
      await page.getByRole('link', { name: '登录 / 注册' }).waitFor()
    })
  })

  await t.test('a visitor is not redirected', () =>
    visit({}, async ({ page, open }) => {
      const answer = page.waitForResponse(statusCall)
      await open('/book?sort=new')
      assert.deepEqual((await (await answer).json()).data, {})
      await staysOnList(page)
    }),
  )

  const breaks = {
    'cannot be sent': (page: Page) => page.route(statusCall, (route) => route.abort()),
    'fails with 500': (page: Page) => page.route(statusCall, (route) => route.fulfill({ status: 500, body: '坏了' })),
    'is answered with HTML': (page: Page) =>
      page.route(statusCall, (route) => route.fulfill({ status: 200, body: '<html>' })),
    'fails in its body only': (page: Page) =>
      page.route(statusCall, (route) => route.fulfill({ json: { code: 50_000, httpCode: 500, message: '坏了' } })),
  }
  for (const [how, breakCall] of Object.entries(breaks)) {
    await t.test(`when the status call ${how}, the user is redirected to login and the token is retained`, async () => {
      const token = await newToken()
      await visit({ token, expected: [/net::ERR_FAILED/, /status of 500/] }, async ({ page, open }) => {
        await breakCall(page)
        await open('/book?sort=new')
        await sentToLogin(page)
        assert.equal(await storedToken(page), token)
        await page.unroute(statusCall)
        await open('/book')
        await showsUser(page, '翠翠')
      })
    })

    await t.test(`when the status call ${how}, a visitor is not redirected`, () =>
      visit({ expected: [/net::ERR_FAILED/, /status of 500/] }, async ({ page, open }) => {
        await breakCall(page)
        const requested = page.waitForRequest(statusCall)
        await open('/book?sort=new')
        await requested
        await staysOnList(page)
      }),
    )
  }

  const refusals = {
    'HTTP 401': { status: 401, json: { code: 40_100, httpCode: 401, message: '请先登录', data: null } },
    'HTTP 401 without an envelope': { status: 401, body: 'no' },
    '401 in the body only': { status: 200, json: { code: 7, httpCode: 401, message: '请先登录', data: null } },
    'HTTP 403': { status: 403, json: { code: 40_300, httpCode: 403, message: '不是编辑', data: null } },
    '401 in the body of a success': { status: 200, json: { code: 0, httpCode: 401, message: '请先登录', data: {} } },
    '403 in the body of a success': { status: 200, json: { code: 0, httpCode: 403, message: '不是编辑', data: {} } },
    '403 in the body alone': { status: 200, json: { code: 7, httpCode: 403, message: '不是编辑', data: null } },
  }
  for (const [how, answer] of Object.entries(refusals)) {
    await t.test(`${how} to any call removes the token and redirects to login`, async () =>
      visit({ token: await newToken(), expected: [failedLoad] }, async ({ page, open }) => {
        await page.route(userCall, (route) => route.fulfill(answer))
        await open('/book?sort=new')
        await sentToLogin(page)
        assert.equal(await storedToken(page), null)
        if (how.includes('403')) await page.getByText('无权限：不是编辑').waitFor()
      }),
    )
  }

  for (const path of ['/user/login', '/user/register', '/user/reset']) {
    await t.test(`on ${path} the status call is not sent and a refusal does not redirect`, async () =>
      visit({ token: await revoked(), expected: [failedLoad] }, async ({ page, open }) => {
        const requested: string[] = []
        page.on('request', (request) => requested.push(new URL(request.url()).pathname))
        await page.route('**/api/v1/auth/code', (route) =>
          route.fulfill({ status: 401, json: { code: 40_100, httpCode: 401, message: '先不行', data: null } }),
        )
        await open(`${path}?redirect=%2Fbook`)
        if (path === '/user/login') await page.getByRole('button', { name: '验证码登录' }).click()
        await page.getByRole('button', { name: '获取验证码' }).click()
        await page.getByText('先不行').waitFor()
        assert.equal(page.url(), `${site.url}${path}?redirect=%2Fbook`)
        assert.equal(requested.includes('/api/v1/auth/loginStatus'), false)
        assert.notEqual(await storedToken(page), null)
      }),
    )
  }

  await t.test('every call times out after fifteen seconds and sends the token', async () => {
    const token = await newToken()
    await visit({ token, before: noteTimeouts }, async ({ page, open }) => {
      const requested = page.waitForRequest(statusCall)
      await open('/book')
      await showsUser(page, '翠翠')
      assert.match((await (await requested).headerValue('authorization')) ?? '', new RegExp(`${token}$`))
      assert.deepEqual(await page.evaluate(() => [...new Set(window.timeouts)]), [15_000])
    })
  })
})

declare global {
  interface Window {
    timeouts?: number[]
  }
}

function noteTimeouts() {
  const { timeout } = AbortSignal
  AbortSignal.timeout = (milliseconds) => {
    ;(window.timeouts ??= []).push(milliseconds)
    return timeout.call(AbortSignal, milliseconds)
  }
}

/** Opens the next page of the book list, to make sure that the browser was not redirected to the login page. */
async function staysOnList(page: Page) {
  await page.getByRole('link', { name: '下一页' }).click()
  await page.getByRole('link', { name: '回第一页' }).waitFor()
  await page.getByRole('link', { name: '登录 / 注册' }).waitFor()
  assert.match(page.url(), /\/book\?sort=new&cursor=/)
}
