import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright'
import { startTestSite } from '../test-site.ts'
import { showsUser } from './account-form.ts'
import {
  becomesAlive,
  holdRequests,
  isAnswered,
  menuOf,
  pressWhileComposing,
  startBrowser,
  type Screen,
} from './browser.ts'
import { requireAccessible, requireAccessibleInBothThemes } from './require-accessible.ts'
import { tellStory } from './tell-story.ts'

const suggestPath = '/api/v1/search/suggest'

test('users search the site', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  await t.test('suggestions appear while typing and can be used by keyboard alone', () =>
    tellStory(visit, {}, async ({ page, open }) => {
      await open('/book')
      const box = await openSearch(page, 'phone')
      await box.pressSequentially('hlm')
      await isAnswered(page.locator('.header-search'))
      const option = page.getByRole('option', { name: '红楼梦 曹雪芹' })
      await option.waitFor()
      assert.equal(await box.getAttribute('aria-expanded'), 'true')
      await page.keyboard.press('ArrowDown')
      assert.equal(await box.getAttribute('aria-activedescendant'), await option.getAttribute('id'))
      assert.equal(await option.getAttribute('aria-selected'), 'true')
      assert.equal(await option.locator('mark').innerText(), '红楼梦')
      await page.keyboard.press('ArrowUp')
      assert.equal(await box.getAttribute('aria-activedescendant'), null)
      await page.keyboard.press('Escape')
      await option.waitFor({ state: 'hidden' })
      assert.equal(await box.inputValue(), 'hlm')
      await page.keyboard.press('ArrowDown')
      await option.waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: '红楼梦' }).waitFor()
    }),
  )
  await t.test('suggestions do not disturb the composition of an input method', () =>
    tellStory(visit, {}, async ({ page, open }) => {
      await open('/book')
      const box = await openSearch(page, 'phone')
      const queries: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith(suggestPath)) queries.push((request.postDataJSON() as { query: string }).query)
      })
      // During composition the keys belong to the input method: the page must not move the selection, close the
      // list or submit the form.
      await pressWhileComposing(page, 'hong lou', ['ArrowDown', 'Enter', 'Escape'])
      assert.equal(await box.getAttribute('aria-activedescendant'), null)
      assert.equal(await box.inputValue(), 'hong lou')
      await page.keyboard.insertText('红楼')
      await page.getByRole('option', { name: '红楼梦 曹雪芹' }).waitFor()
      assert.equal(await box.inputValue(), '红楼')
      assert.deepEqual(queries, ['红楼'])
      assert.equal(new URL(page.url()).search, '')
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.searchParams.get('q') === '红楼')
    }),
  )
  await t.test('results can be filtered and their address shared', () =>
    tellStory(visit, {}, async ({ page, open }) => {
      await open(`/book?q=${encodeURIComponent('史')}`)
      await page.getByRole('heading', { level: 1, name: '搜索「史」' }).waitFor()
      await page.getByText('筛选').click()
      const fields = page.locator('input[name="q"]').filter({ visible: true })
      assert.deepEqual(await fields.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)), ['史'])
      const chip = page.locator('.book-filter .chip[href*="tag="]').first()
      const left = Number(await chip.locator('.count').innerText())
      await chip.click()
      await page.locator('.book-filter .chip[aria-current]').waitFor({ state: 'attached' })
      assert.equal(await page.locator('.found-book').count(), Math.min(left, 20))
      assert.equal(new URL(page.url()).searchParams.get('q'), '史')
      await page.reload()
      assert.equal(await page.locator('.found-book').count(), Math.min(left, 20))
    }),
  )
  await t.test('search works without JavaScript', () =>
    tellStory(visit, { hasScript: false }, async ({ page, open }) => {
      await open('/book')
      const box = page.locator(':is(.page-search, .header-search) input:visible')
      await box.fill('紅樓夢')
      await box.press('Enter')
      await page.getByRole('heading', { level: 1, name: '搜索「紅樓夢」' }).waitFor()
      assert.equal(await page.locator('.found-title').first().locator('mark').innerText(), '红楼梦')
      await page.locator('.found-book').first().click()
      await page.getByRole('heading', { level: 1, name: '红楼梦' }).waitFor()
    }),
  )

  await t.test('a person is found by another name, in suggestions and above the results', () =>
    tellStory(visit, {}, async ({ page, open }) => {
      await open('/book')
      const box = await openSearch(page, 'phone')
      await box.pressSequentially('馬奎斯')
      const option = page.getByRole('option', { name: '加夫列尔·加西亚·马尔克斯（马奎斯）' })
      // The option already appears for the first two characters, so the test waits until all three are marked in it.
      await option.locator('mark').getByText('马奎斯', { exact: true }).waitFor()
      await option.click()
      await page.getByRole('heading', { level: 1, name: '加夫列尔·加西亚·马尔克斯' }).waitFor()
      await open(`/book?q=${encodeURIComponent('列宁格勒')}`)
      await page.locator('.found-names').getByRole('link', { name: '圣彼得堡（列宁格勒）' }).waitFor()
      await open(`/book?q=${encodeURIComponent('周树人')}`)
      const person = page.locator('.found-names a').first()
      assert.match(await person.innerText(), /鲁迅（周树人）/)
      assert.match(await page.locator('.found-book').first().innerText(), /鲁迅/)
      await requireAccessibleInBothThemes(page, '.found-names')
      await person.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: '鲁迅' }).waitFor()
    }),
  )

  await t.test('the open list of suggestions is accessible', () =>
    tellStory(visit, {}, async ({ page, open }) => {
      await open('/book')
      const box = await openSearch(page, 'phone')
      await box.pressSequentially('sh')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('ArrowDown')
      await requireAccessibleInBothThemes(page, '.header')
    }),
  )

  await t.test('text typed before hydration is preserved in the search field', () =>
    visit({}, async ({ page }) => {
      const held = await holdRequests(page, /\/assets\/.*\.js$/)
      await page.goto(`${site.url}/book`, { waitUntil: 'commit' })
      const box = page.locator('.header-search').getByRole('combobox')
      await box.pressSequentially('hlm')
      held.release()
      await becomesAlive(page)
      await page.getByRole('option', { name: '红楼梦 曹雪芹' }).waitFor()
      assert.equal(await box.inputValue(), 'hlm')
    }),
  )

  await t.test('text typed while another page loads is preserved', () =>
    tellStory(visit, {}, async ({ page, open }) => {
      await open('/book/freeBook')
      const held = await holdRequests(page, '**/api/v1/book/list')
      await menuOf(page, 'phone').getByRole('link', { name: '好书', exact: true }).click()
      await held.isAsked
      const box = await openSearch(page, 'phone')
      await box.pressSequentially('hlm')
      held.release()
      await page.getByRole('heading', { level: 1, name: '好书推荐' }).waitFor()
      assert.equal(await box.inputValue(), 'hlm')
      await page.getByRole('option', { name: '红楼梦 曹雪芹' }).click()
      await page.getByRole('heading', { level: 1, name: '红楼梦' }).waitFor()
      // After a search the search field is empty, and on a phone it is closed.
      assert.equal(await page.locator('.header-search input').inputValue(), '')
      await page.locator('.header-search[data-open]').waitFor({ state: 'detached' })
    }),
  )

  await t.test('suggestions of an older request do not replace newer ones', () =>
    visit({}, async ({ page, open }) => {
      await open('/book')
      const held: (() => void)[] = []
      // The test delays the answer to the first request for suggestions until the second request has been answered.
      await page.route(`**${suggestPath}`, async (route) => {
        if ((route.request().postDataJSON() as { query: string }).query === '三')
          await new Promise<void>((done) => held.push(done))
        await route.continue().catch(() => undefined)
      })
      const box = await openSearch(page, 'desktop')
      await box.pressSequentially('三')
      await box.pressSequentially('体')
      await page.getByRole('option', { name: '三体 刘慈欣' }).waitFor()
      const shown = await page.getByRole('option').allInnerTexts()
      for (const done of held) done()
      await page.unrouteAll({ behavior: 'wait' })
      assert.deepEqual(await page.getByRole('option').allInnerTexts(), shown)
    }),
  )

  await t.test('failed suggestions show an unobtrusive error', () =>
    visit({ expected: [/Failed to load resource/] }, async ({ page, open }) => {
      await open('/book')
      await page.route(`**${suggestPath}`, (route) => route.fulfill({ status: 500, body: 'broken' }))
      const box = await openSearch(page, 'desktop')
      await box.pressSequentially('红楼')
      await page.locator('.header-search .search-notice').getByText('暂时没有提示').waitFor()
      await page.unrouteAll()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: '搜索「红楼」' }).waitFor()
    }),
  )

  await t.test('the search history is stored in the browser until the user clears it', () =>
    visit({}, async ({ page, open }) => {
      await open('/book')
      const box = await openSearch(page, 'desktop')
      await box.fill('茶馆')
      await box.press('Enter')
      await page.locator('.found-search input').fill('')
      const recent = page.locator('.found-search').getByRole('option', { name: '茶馆' })
      await recent.waitFor()
      await page.locator('.found-search').getByRole('button', { name: '清除记录' }).click()
      await recent.waitFor({ state: 'hidden' })
      assert.deepEqual(await page.evaluate(() => JSON.parse(localStorage.getItem('recentSearches') ?? 'null')), [])
    }),
  )

  await t.test('an exactly named person or place comes first, then tours, then books', () =>
    visit({}, async ({ page, open }) => {
      await open('/book')
      const box = await openSearch(page, 'desktop')
      const groups = page.locator('.header-search').getByRole('group')
      for (const [name, expected] of [
        ['鲁迅', ['人物', '漫游', '书']],
        ['绍兴', ['地方', '书']],
        ['红楼梦', ['书']],
      ] as const) {
        await box.fill(name)
        await isAnswered(page.locator('.header-search'))
        await page.getByRole('option').filter({ hasText: name }).first().waitFor()
        const labels = await groups.locator('.combobox-group-name').allInnerTexts()
        assert.deepEqual(labels.slice(0, expected.length), expected, name)
      }
      await open(`/book?q=${encodeURIComponent('鲁迅')}`)
      assert.deepEqual((await page.locator('.found-names dt').allInnerTexts()).slice(0, 2), ['人物', '漫游'])
      const [names, list] = await Promise.all(
        ['.found-names', '.found-list'].map((part) => page.locator(part).first().boundingBox()),
      )
      assert.ok(names && list && names.y < list.y)
    }),
  )

  await t.test('a book found by a place names this place before its other places', () =>
    visit({ hasScript: false }, async ({ page, open }) => {
      await open(`/book?q=${encodeURIComponent('西安')}`)
      const found = page.locator('.found-book', { has: page.getByRole('link', { name: '资治通鉴' }) })
      assert.equal(await found.locator('.found-places a').first().innerText(), '西安')
    }),
  )

  await t.test('results state a corrected typo', () =>
    visit({}, async ({ page, open }) => {
      await open(`/book?q=${encodeURIComponent('边诚')}`)
      await page.getByText('没有「边诚」，按相近的写法找到 1 本').waitFor()
      await page.getByRole('link', { name: /边城/ }).first().waitFor()
    }),
  )

  await t.test('an empty result suggests what to do', () =>
    visit({}, async ({ page, open }) => {
      await open(`/book?q=${encodeURIComponent('看不见的风景线')}`)
      await page.getByRole('heading', { level: 2, name: '相近的书' }).waitFor()
      const link = page.getByRole('link', { name: '推荐这本书' })
      const href = new URL((await link.getAttribute('href')) ?? '', site.url)
      assert.deepEqual([href.pathname, href.searchParams.get('title')], ['/book/recommend', '看不见的风景线'])
      // Nobody can recommend a wish, but a tour may answer it.
      await open(`/book?q=${encodeURIComponent('适合嗑瓜子发呆读的书')}`)
      await page.getByRole('heading', { level: 2, name: '不知道读什么' }).waitFor()
      assert.equal(await link.count(), 0)
      assert.equal(await page.getByRole('main').locator('a[href^="/tour/"]').count(), 3)
    }),
  )

  await t.test('editors improve the search with aliases', async () => {
    const { token } = await site.newEditor('阿编')
    await visit({ token }, async ({ page, open }) => {
      await open('/admin/search')
      await showsUser(page, '阿编')
      await page.getByRole('listitem').filter({ hasText: '看不见的风景线' }).waitFor()
      await page.getByRole('textbox', { name: '别名', exact: true }).fill('看不见的风景线')
      await page.getByLabel('原名', { exact: true }).fill('看不见的城市')
      await page.getByRole('button', { name: '添加' }).click()
      await page.getByText('看不见的风景线 → 看不见的城市').waitFor()
      await page.getByLabel('搜索的词').fill('看不见的风景线')
      await page.getByRole('button', { name: '看看' }).click()
      await page.locator('.search-explanation').getByText('「看不见的城市」书名：全同').waitFor()
      const steps = page.locator('.search-steps').getByRole('listitem')
      assert.match(await steps.first().innerText(), /照原样找[\s\S]*添了 \d+ 本[\s\S]*《看不见的城市》/)
      assert.match(await steps.nth(2).innerText(), /容错[\s\S]*没有用到：前面已经找到/)
      await requireAccessible(page, 'main')
      await page.getByRole('button', { name: /移除.*看不见的风景线/ }).click()
      await page.getByText('看不见的风景线 → 看不见的城市').waitFor({ state: 'hidden' })
    })
    await visit({ token: (await site.newUser('阿读')).token }, async ({ page, open }) => {
      await open('/admin/search')
      await page.getByText('这里只有编辑能用。').waitFor()
    })
  })
})

/** Returns the search field in the header; on phones it must be opened with a button first. */
async function openSearch(page: Page, screen: Screen): Promise<Locator> {
  if (screen === 'phone') await page.locator('.header').getByRole('link', { name: '搜索' }).click()
  const box = page.locator('.header-search').getByRole('combobox')
  await box.focus()
  return box
}
