import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { plainPicture } from '../plain-picture.ts'
import { startTestSite } from '../test-site.ts'
import { fill, newUserWithPassword, showsUser } from './account-form.ts'
import { resize, screens, startBrowser } from './browser.ts'
import { requireAccessibleInBothThemes } from './require-accessible.ts'
import { tellStory } from './tell-story.ts'

const reason = '写一条河边的人怎样过冬，冷得很，也暖得很，读完想去看看那条河。'
const more = '开河那一章我读了三遍，每一遍都想动身。'

test('users recommend books and an editor reviews them', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const visitWithPictures = await startBrowser(site.url)
  const editor = await site.newEditor('老编辑')
  const idOf = async (title: string) =>
    (await site.db.selectFrom('recommendation').select('id').where('title', '=', title).executeTakeFirstOrThrow()).id

  await t.test('a text that another app shares fills the form, and stays after login', () =>
    visit({ screen: 'phone' }, async ({ page, open }) => {
      const reader = await newUserWithPassword(site, '分享的人')
      const shared = new URLSearchParams({ text: `${reason}《渡船》 https://books.test/ferry` })
      await open(`/book/recommend?${shared}`)
      assert.equal(await field(page, '书名').inputValue(), '渡船')
      assert.equal(await field(page, '为什么推荐').inputValue(), `${reason}《渡船》`)
      await field(page, '作者').fill('佚名')
      await field(page, '全书没有写到地方').check()
      await page.getByRole('button', { name: '登录并提交' }).click()
      await page.waitForURL(/\/user\/login/)
      await fill(page, { 邮箱或手机号: reader.account, 密码: reader.password })
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await showsUser(page, reader.user.name)
      assert.equal(await field(page, '书名').inputValue(), '渡船')
      assert.equal(await field(page, '作者').inputValue(), '佚名')
      assert.ok(await field(page, '全书没有写到地方').isChecked())
    }),
  )

  const title = '渡口的夜'
  const writer = await newUserWithPassword(site, '写书评的甲')

  await t.test('a recommendation begun before login is preserved after login', () =>
    tellStory(visit, {}, async ({ page, open }) => {
      await open('/book/recommend')
      await fillIn(page, title)
      await page.getByRole('button', { name: '登录并提交' }).click()
      await page.waitForURL(/\/user\/login/)
      await fill(page, { 邮箱或手机号: writer.account, 密码: writer.password })
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await showsUser(page, writer.user.name)
      assert.equal(await field(page, '书名').inputValue(), title)
      assert.equal(await field(page, '为什么推荐').inputValue(), reason)
      await page.locator('.picked-place-name').getByText('长沙').waitFor()
      await page.getByRole('button', { name: '提交推荐' }).click()
      await page.getByRole('heading', { name: '收到了，谢谢你' }).waitFor()
      // Once the server has accepted a recommendation, the browser no longer stores it as a draft, so the next form
      // is empty.
      await page.getByRole('button', { name: '再推荐一本' }).click()
      assert.equal(await field(page, '书名').inputValue(), '')
      await page.goto(`${site.url}/user/userInfo#recommend`)
      await page.locator('.my-recommendation', { hasText: title }).getByText('等待审核').waitFor()
    }),
  )

  await t.test('an editor rejects a recommendation by keyboard', () =>
    tellStory(visit, { token: editor.token }, async ({ page, open }) => {
      await openFirst(page, open, title)
      // The keys look like numbers of entries, so they are shown on demand.
      const keys = page.locator('.recommendation-states kbd')
      assert.equal(await keys.first().isVisible(), false)
      await page.keyboard.press('?')
      assert.equal(await keys.first().isVisible(), false)
      await resize(page, screens.desktop)
      assert.equal(await keys.first().isVisible(), true)
      await resize(page, screens.phone)
      await page.keyboard.press('r')
      await page.getByLabel('为什么退回（推荐的人会看到）').fill('请写写哪一章打动你。')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('status').getByText(`《${title}》退回了`).waitFor()
      // The editor undoes the rejection of the recommendation and then decides again.
      await page.getByRole('button', { name: '撤销' }).focus()
      await page.keyboard.press('u')
      await page.getByText('撤销了，它回到了队列里').waitFor()
      await page.locator('.queue-entry', { hasText: title }).waitFor()
      await page.locator('.queue-entry', { hasText: title }).click()
      await page.getByRole('button', { name: /^退回/ }).click()
      await page.getByLabel('为什么退回（推荐的人会看到）').fill('请写写哪一章打动你。')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('status').getByText(`《${title}》退回了`).waitFor()
    }),
  )

  await t.test('the author sees the reason and resubmits the recommendation', () =>
    tellStory(visit, { token: writer.token }, async ({ page, open }) => {
      await open('/user/userInfo#recommend')
      const recommendation = page.locator('.my-recommendation', { hasText: title })
      await recommendation.getByText('请写写哪一章打动你。').waitFor()
      await recommendation.getByRole('link', { name: '改好再交' }).click()
      await field(page, '为什么推荐').fill(reason + more)
      await page.getByRole('button', { name: '修改后提交' }).click()
      await page.getByRole('heading', { name: '收到了，谢谢你' }).waitFor()
    }),
  )

  await t.test('the editor sees the changes, corrects the book and approves it', () =>
    tellStory(visit, { token: editor.token }, async ({ page, open }) => {
      await openFirst(page, open, title)
      const changed = page.locator('.version-changed')
      assert.deepEqual(await changed.locator('th').allInnerTexts().then(firstLines), ['理由'])
      await page.keyboard.press('a')
      await page.getByLabel('介绍', { exact: true }).fill('一条河，一个渡口，从第一场霜写到开河的那些人。')
      await page.getByLabel('首次出版年', { exact: true }).fill('一九八四')
      await page.locator('.decision-form [aria-invalid]').waitFor()
      await requireAccessibleInBothThemes(page, '.recommendation-admin')
      await page.getByLabel('首次出版年', { exact: true }).fill('1984')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('status').getByText(`《${title}》通过了`).waitFor()
    }),
  )

  await t.test('an approved book is on its page, in the search and on the map, and its author is notified', () =>
    tellStory(visit, {}, async ({ page, open }) => {
      const { bookId, userId } = await site.db
        .selectFrom('recommendation')
        .select(['bookId', 'userId'])
        .where('id', '=', await idOf(title))
        .executeTakeFirstOrThrow()
      await open(`/book/${bookId}`)
      await page.locator('.recommendations blockquote').getByText(more).waitFor()
      await page.locator('.recommendations figcaption').getByText(writer.user.name).waitFor()
      await open(`/book?q=${encodeURIComponent(title)}`)
      await page.locator('.found-book').first().getByText(title).waitFor()
      const { list } = await site.visitor.mark.list({ bounds: [112.5, 27.9, 113.4, 28.5], limit: 50 })
      assert.ok(list.some(({ properties }) => properties.itemId === bookId))
      const messages = await site.db
        .selectFrom('message')
        .select(['kind'])
        .where('userId', '=', userId)
        .where('kind', '<>', 'system')
        .orderBy('id')
        .execute()
      assert.deepEqual(
        messages.map(({ kind }) => kind),
        ['recommendRejected', 'recommendApproved'],
      )
    }),
  )

  await t.test('a second user recommends the same book and an editor merges it', async () => {
    const { token } = await site.newUser()
    await tellStory(visit, { token }, async ({ page, open }) => {
      await open('/user/recommend')
      await field(page, '书名').fill(title)
      await field(page, '作者').fill('沈渡')
      await page.getByRole('button', { name: /^去给它写推荐/ }).click()
      await page.getByText('这本书已经在这里').waitFor()
      await field(page, '为什么推荐').fill('看了别人写的推荐才去找来读，读完也想写几句给后来的人。')
      await page.getByRole('button', { name: '提交推荐' }).click()
      await page.getByRole('heading', { name: '收到了，谢谢你' }).waitFor()
    })
    await tellStory(visit, { token: editor.token }, async ({ page, open }) => {
      await openFirst(page, open, title)
      await page.keyboard.press('b')
      await page.keyboard.press('Enter')
      await page.getByRole('status').getByText(`并到了《${title}》`).waitFor()
    })
  })

  await t.test('errors appear beside their fields and no input is lost', () =>
    visitWithPictures({ token: editor.token }, async ({ page, open }) => {
      await open('/user/recommend')
      await field(page, '书名').fill('没有写完的书')
      const picture = { name: 'cover.png', mimeType: 'image/png', buffer: await plainPicture(300, 450) }
      await page.locator('.cover-field input[type=file]').setInputFiles(picture)
      const cover = page.getByRole('img', { name: '你传的封面' })
      await cover.waitFor()
      await page.waitForFunction(
        (image) => (image as HTMLImageElement).naturalWidth === 300,
        await cover.elementHandle(),
      )
      await field(page, '你手上那个版本的 ISBN（可不填）').fill('978-7-02-000220-8')
      await page.getByRole('button', { name: '提交推荐' }).click()
      await page.getByText('校验位对不上').waitFor()
      await page.locator('[name="authors"]:focus').waitFor()
      const withoutPlace = page.getByText('请选一个地方，没有就勾选')
      await withoutPlace.waitFor()
      await requireAccessibleInBothThemes(page, '.recommendation-page')
      await field(page, '全书没有写到地方').check()
      await withoutPlace.waitFor({ state: 'detached' })
      await page.reload()
      await page.getByText('这是你上次没写完的').waitFor()
      assert.equal(await field(page, '书名').inputValue(), '没有写完的书')
      await page.getByRole('button', { name: '从头写' }).click()
      assert.equal(await field(page, '书名').inputValue(), '')
    }),
  )

  const { token, api } = await site.newUser()
  await api.recommendation.create({ title: '撤回的书', authors: ['某某'], reason })
  await t.test('a withdrawn recommendation can be resubmitted', () =>
    visit({ token }, async ({ page, open }) => {
      await open('/user/userInfo#recommend')
      await page.getByRole('button', { name: /^撤回/ }).click()
      await page.getByRole('button', { name: /^确定撤回/ }).click()
      await page.getByText('已撤回', { exact: true }).waitFor()
      await page.getByRole('link', { name: /^重新提交/ }).click()
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=title]')?.value === '撤回的书')
    }),
  )

  await editor.api.recommendation.create({ title: '编辑自己的书', authors: ['某某'], reason })
  await t.test('an editor cannot review their own recommendation and sees the reason', () =>
    visit({ token: editor.token }, async ({ page, open }) => {
      await open('/admin/recommend')
      await page.locator('.queue-entry', { hasText: '编辑自己的书' }).click()
      await page.getByText('要由另一位编辑或管理员决定').waitFor()
      assert.equal(await page.locator('.form-buttons').count(), 0)
    }),
  )
})

function field(page: Page, label: string) {
  return page.locator('.recommendation-form').getByLabel(label, { exact: true })
}

/** Fills in all fields that a recommendation requires; the tag and the place are chosen with the keyboard alone. */
async function fillIn(page: Page, title: string) {
  await field(page, '书名').fill(title)
  await field(page, '作者').fill('沈渡')
  await field(page, '为什么推荐').fill(reason)
  await page.getByRole('group', { name: '可选的标签' }).getByRole('button').first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await page.locator('.tag-chooser [aria-current]').waitFor()
  await page.getByRole('combobox', { name: '按名字找' }).fill('changsha')
  await page.getByRole('option', { name: /长沙/ }).first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.locator('.picked-place-name').waitFor()
}

/**
 * Moves through the editors' queue of recommendations with the keyboard until the recommendation with this title is
 * open.
 */
async function openFirst(page: Page, open: (path: string) => Promise<void>, title: string) {
  await open('/admin/recommend')
  await page.locator('.queue-entry').first().waitFor()
  // Opening a recommendation claims it for the editor. The test waits for the answer to the claim, because a decision
  // must be sent after it.
  await Promise.all([page.waitForResponse('**/api/v1/admin/recommend/claim'), page.keyboard.press('j')])
  await page.locator('.recommendation-detail .version h2').getByText(title).waitFor()
  await page.locator('.form-buttons').first().waitFor()
}

const firstLines = (texts: string[]) => texts.map((text) => text.split('\n')[0]?.trim())
