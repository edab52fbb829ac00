import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { startTestSite } from '../test-site.ts'
import { startBrowser } from './browser.ts'
import { requireAccessible } from './require-accessible.ts'
import { tellStory } from './tell-story.ts'

test('the free library', async (t) => {
  const site = await startTestSite(t, {}, { runsJobs: true })
  const visit = await startBrowser(site.url, 'none')
  const editor = await site.newEditor('编辑甲')

  await t.test('free books are filtered, sorted and downloaded', () =>
    tellStory(visit, {}, async ({ page, open }) => {
      await open('/book/freeBook')
      await page.getByText('筛选').click()
      await page.getByRole('link', { name: '短篇幅' }).click()
      await page.locator('[aria-current]', { hasText: '短篇幅' }).waitFor({ state: 'attached' })
      await page.getByRole('link', { name: /^看 \d+ 本$/ }).click()
      await page.getByRole('link', { name: '从短到长' }).click()
      await page.locator('[aria-current]', { hasText: '从短到长' }).waitFor()
      const card = page.locator('.free-book-card').first()
      const title = await card.locator('.book-card-title').innerText()
      const href = await card.locator('.book-card-title').getAttribute('href')
      const read = card.getByRole('link', { name: `阅读 《${title}》` })
      assert.equal(await read.getAttribute('href'), `${href}/read`)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        card.getByRole('link', { name: /EPUB/ }).click(),
      ])
      assert.equal(download.suggestedFilename(), `${title}.epub`)
      const bytes = await readFile(await download.path())
      assert.equal(bytes.toString('latin1', 30, 58), 'mimetypeapplication/epub+zip')
      await page.getByRole('heading', { name: '装进你的阅读器' }).scrollIntoViewIfNeeded()
      assert.equal(await page.locator('.e-reader-address code').first().innerText(), 'http://books.test/opds')
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
      await read.focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(`${site.url}${href}/read`)
    }),
  )

  await t.test('an editor inspects and imports files', () =>
    tellStory(visit, { token: editor.token, expected: [/ERR_FAILED/] }, async ({ page, open }) => {
      // The connection fails once while the browser uploads the first part of the first book file.
      await page.route('**/library/import/*/0', (route) => route.abort(), { times: 1 })
      const name = '小城记'
      await open('/admin/library')
      const text = Buffer.from(
        `书名：${name}\n作者：某人\n第一章 入山\n山中有一座城。\n第二章 下山\n他走了。\n☆ 旧事\n他回来了。`,
      )
      await page.locator('input[type=file]').setInputFiles([
        { name: `${name}.txt`, mimeType: 'text/plain', buffer: text },
        { name: 'broken.epub', mimeType: 'application/epub+zip', buffer: Buffer.from('PK nonsense') },
      ])
      const sent = page.locator('.import-row', { hasText: `${name}.txt` })
      await sent.getByText('书目里没有这本书，会新建一本').waitFor()
      const broken = page.locator('.import-row', { hasText: 'broken.epub' })
      await broken.getByText('压缩包打不开').waitFor()
      await broken.getByRole('button', { name: '放弃 broken.epub' }).click()
      await broken.waitFor({ state: 'detached' })
      // The server stores the list of uploaded book files, so the reloaded import page still shows it.
      await page.reload()
      await sent.getByText('书目里没有这本书，会新建一本').waitFor()
      assert.equal(await broken.count(), 0)
      assert.equal(
        await site.db.selectFrom('book').select('id').where('title', '=', name).executeTakeFirst(),
        undefined,
      )
      await divideByKeyboard(page)
      await page.getByLabel('为什么可以自由阅读').fill('作者授权自由传播。')
      await page.keyboard.press('Enter')
      await sent.getByText('已导入').waitFor()
      await sent.getByRole('link', { name: '去看看' }).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await page.getByRole('link', { name: /下载 EPUB/ }).waitFor()
      const { bookId } = await site.db
        .selectFrom('bookFile')
        .select('bookId')
        .where('title', '=', name)
        .executeTakeFirstOrThrow()
      const { contents } = await site.visitor.reading.outline({ bookId })
      assert.deepEqual(
        contents.map(({ label }) => label),
        ['卷首', '第一章 入山', '☆ 旧事'],
      )
      await open('/admin/library')
      const row = page.locator('.import-done', { hasText: name })
      await row.getByRole('button', { name: /移除/ }).click()
      await row.getByRole('button', { name: /确实移除/ }).click()
      await row.waitFor({ state: 'detached' })
    }),
  )

  await t.test('an editor replaces a text and puts it back', () =>
    tellStory(visit, { token: editor.token }, ({ page, open }) => replaceByKeyboard(page, open, '小路记')),
  )
})

/**
 * Merges two chapters of a text in the import form and reloads the page, which keeps the change; then imports the text,
 * replaces it by another one and restores the first one. All of this happens by keyboard.
 */
async function replaceByKeyboard(page: Page, open: (path: string) => Promise<unknown>, name: string) {
  const send = async (text: string) => {
    const buffer = Buffer.from(`书名：${name}\n作者：某人\n${text}`)
    await page.locator('input[type=file]').setInputFiles([{ name: `${name}.txt`, mimeType: 'text/plain', buffer }])
  }
  const row = page.locator('.import-row:not(.import-done)', { hasText: `${name}.txt` }).last()
  await open('/admin/library')
  await send('第一章 入山\n山中有一座城，城里有人。\n第二章 下山\n他走了很远的路。')
  await row.getByText('看看分成的章，改一改').press('Enter')
  await row.getByRole('button', { name: '把第二章 下山并入上一章' }).press('Enter')
  await row.getByText('分成 2 章').waitFor()
  await page.reload()
  await row.getByText('看看分成的章，改一改').press('Enter')
  await row.getByText('分成 2 章').waitFor()
  await row.getByLabel('为什么可以自由阅读').fill('作者授权自由传播。')
  await page.keyboard.press('Enter')
  await row.getByText('已导入').waitFor()
  await send('第一章 入山\n山中。')
  await row.getByLabel('替换它').press('Space')
  await row.getByLabel('为什么可以自由阅读').press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('新的不到旧的六成').waitFor()
  await dialog.locator('summary').press('Enter')
  await requireAccessible(page, '.ask-dialog')
  assert.equal(await dialog.getByRole('button', { name: '替换', exact: true }).isDisabled(), true)
  await dialog.getByLabel('确实换成更短的').press('Space')
  await dialog.getByRole('button', { name: '替换', exact: true }).press('Enter')
  await row.getByText('已导入').waitFor()
  const stored = page.locator('.import-done', { hasText: name })
  await stored.getByRole('button', { name: /换回旧的/ }).press('Enter')
  await dialog.getByText('旧的留到').waitFor()
  await dialog.getByRole('button', { name: '换回', exact: true }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await stored.getByText(/3\d 字/).waitFor()
}

/**
 * With the keyboard alone, merges a chapter of the uploaded text into the chapter before it and turns another line into
 * a chapter heading.
 */
async function divideByKeyboard(page: Page) {
  await page.getByText('看看分成的章，改一改').focus()
  await page.keyboard.press('Enter')
  await page.getByText('分成 3 章').waitFor()
  await page.getByRole('button', { name: '把第一章 入山并入上一章' }).press('Enter')
  await page.getByText('分成 2 章').waitFor()
  await page.getByRole('button', { name: '撤销上一步' }).press('Enter')
  await page.getByText('分成 3 章').waitFor()
  await page.getByRole('button', { name: '把第二章 下山并入上一章' }).press('Enter')
  await page.getByText('分成 2 章').waitFor()
  await page.getByLabel('漏了的章名').fill('☆')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '把☆ 旧事作为章名' }).press('Enter')
  await page.getByText('分成 3 章').waitFor()
  await requireAccessible(page, '.import-row')
}
