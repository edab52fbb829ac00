import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { epubOf, paragraphsOf, putEpub } from '../put-epub.ts'
import { startTestSite } from '../test-site.ts'
import { startBrowser } from './browser.ts'
import { openBook } from './open-book.ts'
import { requireAccessibleInBothThemes } from './require-accessible.ts'

test('the time of reading is counted, shown by day and book, exported, switched off and deleted', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const { bookId } = await putEpub(
    site,
    epubOf([{ title: '渡口', paragraphs: ['茶峒地方。', ...paragraphsOf(20, 120)] }]),
  )
  const { token, api } = await site.newUser()
  await visit({ token }, async ({ page, open }) => {
    await openBook(page, `${site.url}/book/${bookId}/read`, '茶峒')
    // The reader counts whole seconds, so pages are turned until the first one is over.
    const isCounted = () =>
      page.evaluate(() =>
        Object.entries(localStorage).some(
          ([key, value]) => key.startsWith('reading-time:') && /"seconds":[1-9]/.test(value),
        ),
      )
    while (!(await isCounted())) {
      await page.keyboard.press('PageDown')
      await page.keyboard.press('PageUp')
    }
    await open('/user/reading')
    await page.getByRole('link', { name: '《边城》' }).waitFor()
    assert.match(await page.getByRole('table').innerText(), /1 分/)
    await requireAccessibleInBothThemes(page)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: '导出 CSV' }).press('Enter')
    assert.match(await readFile(await (await download).path(), 'utf8'), /^\uFEFF"日期","书名"[^]*"边城"/)

    await page.getByRole('checkbox', { name: '记下我的读书时间' }).press('Space')
    await page.getByText('现在不计时').waitFor()
    const today = new Date().toISOString().slice(0, 10)
    const show = () => api.readingTime.show({ month: today.slice(0, 7), today })
    while ((await show()).isOn) await new Promise(setImmediate)
    await page.getByRole('button', { name: '删除记录' }).press('Enter')
    await page.getByRole('button', { name: '删除', exact: true }).press('Enter')
    await page.getByText('记录已经关闭').waitFor()
    assert.equal((await show()).seconds, 0)
  })
})
