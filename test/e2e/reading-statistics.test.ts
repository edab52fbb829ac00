import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright'
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
    await readOn(page, 0)
    await open('/user/reading')
    await page.getByRole('link', { name: '《边城》' }).waitFor()
    assert.match(await page.getByRole('table').innerText(), /<1 分钟/)
    await page.getByText(/^不到 1 分钟，1 天/).waitFor()
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

test('reading without a network is counted and sent later', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const { bookId } = await putEpub(
    site,
    epubOf([{ title: '渡口', paragraphs: ['茶峒地方。', ...paragraphsOf(20, 120)] }]),
  )
  const { token, api } = await site.newUser()
  const today = new Date().toISOString().slice(0, 10)
  const report = () => api.readingTime.show({ month: today.slice(0, 7), today })
  await visit({ token, expected: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] }, async ({ page }) => {
    const path = `${site.url}/book/${bookId}/read`
    await openBook(page, path, '茶峒')
    await page.getByRole('button', { name: '设置' }).click()
    await page.getByRole('button', { name: '留在本机，没有网络也能读' }).click()
    await page.getByText('已留在本机').waitFor()
    await page.context().setOffline(true)
    await openBook(page, path, '茶峒')
    const before = await countedSeconds(page)
    await readOn(page, before)
    const counted = await countedSeconds(page)
    const { seconds } = await report()
    assert.ok(seconds < counted, `the server knows ${seconds} of ${counted} seconds already`)
    await page.context().setOffline(false)
    // The test asks seldom enough that the server does not refuse it for asking too often.
    for (let tries = 0; tries < 60 && (await report()).seconds < counted; tries += 1) await page.waitForTimeout(500)
    const { days, books } = await report()
    assert.ok((await report()).seconds >= counted, 'the time did not reach the server')
    assert.deepEqual([days.length, books.map(({ id }) => id)], [1, [bookId]])
  })
})

/** Returns the seconds of reading that the browser has counted. */
function countedSeconds(page: Page): Promise<number> {
  return page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('reading-time:'))
      .flatMap(([, value]) => (JSON.parse(value) as { list: { seconds: number }[] }).list)
      .reduce((sum, { seconds }) => sum + seconds, 0),
  )
}

/** Turns pages until the browser has counted more than these seconds of reading; it counts whole seconds. */
async function readOn(page: Page, seconds: number) {
  for (let turns = 0; (await countedSeconds(page)) <= seconds; turns += 1) {
    assert.ok(turns < 2000, 'no reading is counted')
    await page.keyboard.press('PageDown')
    await page.keyboard.press('PageUp')
  }
}
