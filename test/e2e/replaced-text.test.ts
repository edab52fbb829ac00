import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame, Page } from 'playwright'
import { epubOf, paragraphsOf, putEpub, replaceEpub } from '../put-epub.ts'
import { startTestSite } from '../test-site.ts'
import { bothScreens, startBrowser } from './browser.ts'
import { choose, openBook, sectionContaining } from './open-book.ts'
import { requireAccessible } from './require-accessible.ts'

const textOf = (words: string) =>
  epubOf([
    { title: '第一章 入城', paragraphs: [`${words}的第一章。`, ...paragraphsOf(20, 120)] },
    { title: '第二章 出城', paragraphs: [`${words}的第二章。`, ...paragraphsOf(20, 120, 5)] },
  ])

test('a text that is replaced while it is read', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const ids = await putEpub(site, textOf('旧城墙'))
  const path = `${site.url}/book/${ids.bookId}/read`
  const openNote = async (page: Page, frame: Frame) => {
    const words = frame.locator('p').first()
    await words.click({ position: { x: 60, y: 18 } })
    return page.getByRole('form', { name: '批注' })
  }

  for (const screen of bothScreens)
    await t.test(`is offered in the open reader, and shown whenever the book is opened, on a ${screen}`, async () => {
      const { token, api } = await site.newUser()
      await replaceEpub(site, ids, textOf('旧城墙'))
      await visit({ token, screen, expected: [/Applying inline style/] }, async ({ page }) => {
        const old = await openBook(page, path, '旧城墙的第一章')
        await choose(old, '旧城墙')
        const name = screen === 'phone' ? '标记' : '标成绿色'
        await page.getByRole('button', { name, exact: true }).click()
        await (await openNote(page, old)).getByRole('button', { name: '保存' }).click()
        await replaceEpub(site, ids, textOf('新大桥'))
        await page.getByRole('button', { name: '目录' }).click()
        await page.getByRole('button', { name: '第二章 出城' }).click()
        await page.getByText('正文换成了新的一版').waitFor()
        await requireAccessible(page, '.reader-ask')
        await page.getByRole('button', { name: '读新的一版' }).click()
        const frame = await sectionContaining(page, '新大桥的第一章')
        assert.equal(await (await openNote(page, frame)).count(), 0)
        await page.reload()
        await sectionContaining(page, '新大桥的第一章')
        await page.keyboard.press('End')
        await sectionContaining(page, '新大桥的第二章')
      })
      const { list } = await api.annotation.list({ bookId: ids.bookId })
      assert.deepEqual(
        list.map(({ quote }) => quote),
        ['旧城墙'],
      )
    })

  await t.test('is offered when the server refuses a position in the old text', async () => {
    const { token, api } = await site.newUser()
    await replaceEpub(site, ids, textOf('旧城墙'))
    await visit({ token }, async ({ page }) => {
      await openBook(page, path, '旧城墙的第一章')
      await replaceEpub(site, ids, textOf('新大桥'))
      await page.keyboard.press('PageDown')
      await page.getByText('正文换成了新的一版').waitFor()
    })
    const { progress } = await api.reading.show({ bookId: ids.bookId })
    assert.equal(progress?.locator, '')
    assert.ok((progress?.fraction ?? 0) > 0)
  })
})
