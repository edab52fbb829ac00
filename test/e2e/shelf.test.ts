import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { epubOf, paragraphsOf, putEpub } from '../put-epub.ts'
import { startTestSite } from '../test-site.ts'
import { bothScreens, resize, screens, startBrowser } from './browser.ts'
import { openBook, sectionContaining } from './open-book.ts'
import { requireAccessibleInEveryLook } from './require-accessible.ts'
import { requireFit } from './require-fit.ts'

test('the shelf', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const text = epubOf([{ title: '渡口', paragraphs: ['茶峒地方凭水依山筑城。', ...paragraphsOf(20, 120)] }])
  const { bookId, fileId } = await putEpub(site, text)
  const { list: books } = await site.visitor.book.list({ limit: 50 })
  const withoutText = books.find(({ hasText }) => !hasText) ?? assert.fail()

  for (const screen of bothScreens)
    await t.test(`shows how far each text is read, with one command to go on and a menu, on a ${screen}`, async () => {
      const { api, token } = await site.newUser('翠翠')
      const updatedAt = new Date().toISOString()
      await api.shelf.put({ bookId: withoutText.id, state: 'reading' })
      await api.shelf.put({ bookId, state: 'reading' })
      await api.reading.put({ bookId, fileId, locator: '', fraction: 0.34, updatedAt, deviceId: newId(), device: '' })
      await visit({ screen, token }, async ({ page, open }) => {
        await open('/user/userInfo#shelf')
        await page.getByRole('button', { name: /^在读/ }).click()
        const row = page.getByRole('listitem').filter({ hasText: '读到 34%' })
        const other = page.getByRole('listitem').filter({ hasText: withoutText.title })
        await row.getByRole('link', { name: /^接着读\s*《边城》/ }).waitFor()
        assert.deepEqual([await row.getByRole('button').count(), await other.getByRole('button').count()], [1, 1])
        assert.equal(await other.getByRole('link', { name: /^接着读|^在线阅读/ }).count(), 0)
        const menu = row.getByRole('button', { name: '边城：更多' })
        const remove = row.getByRole('button', { name: /^移除.*边城/ })
        await menu.press('Enter')
        await remove.waitFor()
        await page.keyboard.press('Escape')
        await remove.waitFor({ state: 'detached' })
        assert.equal(await menu.evaluate((button) => button === document.activeElement), true)
        await resize(page, { ...screens[screen], height: 560 })
        await menu.click()
        await remove.waitFor()
        assert.equal(await remove.evaluate(isUncovered), true)
        await requireAccessibleInEveryLook(page, 'main')
        await requireFit(page)
        await page.getByRole('heading', { level: 1 }).first().click()
        await remove.waitFor({ state: 'detached' })
        await menu.click()
        await row.getByRole('button', { name: /^改日子和笔记.*边城/ }).click()
        await row.getByLabel('一句话笔记').fill('渡船上读')
        await row.getByRole('button', { name: '记下' }).click()
        await row.getByText('渡船上读').waitFor()
        await row.getByRole('link', { name: /^接着读\s*《边城》/ }).click()
        await page.waitForURL(`${site.url}/book/${bookId}/read`)
        await sectionContaining(page, '茶峒')
      })
    })

  await t.test('a book is finished on the day of the reader, not on that of China', async () => {
    const { api, token } = await site.newUser('远行的人')
    // One of the two zones has another date than China at every moment.
    const dateIn = (timeZone: string) => new Date().toLocaleDateString('sv', { timeZone })
    const zone =
      ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find((one) => dateIn(one) !== dateIn('Asia/Shanghai')) ?? ''
    await visit({ token, isIsolated: true }, async ({ page, open }) => {
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Emulation.setTimezoneOverride', { timezoneId: zone })
      await open(`/book/${bookId}`)
      await page.getByRole('button', { name: '读过' }).click()
      await page.getByRole('button', { name: '读过', pressed: true }).waitFor()
      await page.getByLabel('读完的日子').waitFor()
      let shelf
      do shelf = (await api.shelf.list({ state: 'read' })).list[0]
      while (shelf === undefined)
      assert.equal(shelf.day, dateIn(zone))
    })
  })

  for (const [fraction, percentage] of [
    [0.003, '读到 1%'],
    [0.997, '读到 99%'],
  ] as const)
    await t.test(`a text of which ${fraction} is read is neither untouched nor finished`, async () => {
      const { api, token } = await site.newUser('傩送')
      const updatedAt = new Date().toISOString()
      await api.shelf.put({ bookId, state: 'want' })
      await api.reading.put({ bookId, fileId, locator: '', fraction, updatedAt, deviceId: newId(), device: '' })
      await visit({ token }, async ({ page, open }) => {
        await open('/user/userInfo#shelf')
        await page.getByText(percentage, { exact: true }).waitFor()
      })
    })

  await t.test('a second press of 标为读过 after the last page keeps the entry and leads to it', async () => {
    const { token, api } = await site.newUser()
    const entry = { state: 'read', day: '2020-05-01', note: '渡船上读' } as const
    await api.shelf.put({ bookId, ...entry })
    await visit({ token }, async ({ page }) => {
      await openBook(page, `${site.url}/book/${bookId}/read`, '茶峒')
      await page.keyboard.press('End')
      await page.getByRole('button', { name: '读完了' }).click()
      const end = page.getByRole('region', { name: '《边城》读完了' })
      await end.getByRole('button', { name: '标为读过', pressed: true }).click()
      await end.getByText('已经标为读过了').waitFor()
      await end.getByRole('button', { name: '标为读过', pressed: true }).waitFor()
      await end.getByRole('link', { name: '书架', exact: true }).click()
      await page.waitForURL(`${site.url}/user/userInfo#shelf`)
    })
    assert.deepEqual((await api.reaction.show({ itemType: 'book', itemId: bookId })).shelf, entry)
  })
})

/** Returns whether the middle of an element is in the window, and not behind another element such as the tab bar. */
function isUncovered(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}
