import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import type { Frame, Locator, Page } from 'playwright'
import { epubOf, paragraphsOf, putEpub } from '../put-epub.ts'
import { pageOf, renditionEpub } from '../rendition-epub.ts'
import { startTestSite } from '../test-site.ts'
import { fill, newUserWithPassword } from './account-form.ts'
import { startBrowser } from './browser.ts'
import { openBook, sectionContaining } from './open-book.ts'
import { requireAccessibleInEveryLook } from './require-accessible.ts'
import { requireFit } from './require-fit.ts'
import { tellStory } from './tell-story.ts'

const chapters = [
  { title: '第一章 渡口', paragraphs: ['茶峒地方凭水依山筑城。', ...paragraphsOf(20, 120)] },
  { title: '第二章 白塔', paragraphs: ['小溪流下去，绕山岨流。'] },
]

test('the page after the last page of a book', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const { bookId } = await putEpub(site, epubOf(chapters))
  const { bookId: nextId } = await putEpub(site, epubOf(chapters), '长河')
  const leaf = (text: string) => pageOf(`<p>${text}</p>`, 'width=600, height=800')
  const leaves = Array.from('甲乙', (text, at) => ({ href: `${at}.xhtml`, data: leaf(`第${text}页`) }))
  const pictures = await putEpub(site, renditionEpub(leaves, { rendition: [['layout', 'pre-paginated']] }), '围城')
  const texts = Array.from('甲乙', (text, at) => ({ href: `${at}.xhtml`, data: pageOf(`<p>第${text}页</p>`) }))
  const rightToLeft = await putEpub(site, renditionEpub(texts, { direction: 'rtl' }), '呐喊')
  const path = `${site.url}/book/${bookId}/read`
  const endOf = (page: Page) => page.getByRole('region', { name: '《边城》读完了' })
  const hasFocus = async (frame: Frame) => frame.waitForFunction(() => document.hasFocus())
  const goToLastPage = async (page: Page) => {
    await openBook(page, path, '茶峒')
    await page.keyboard.press('End')
    await sectionContaining(page, '绕山岨流')
    await page.getByRole('button', { name: '读完了' }).waitFor()
  }

  await t.test('a user marks the book as read, rates it and opens the next one', async () => {
    const { token, api } = await site.newUser()
    await tellStory(visit, { token }, async ({ page }) => {
      await goToLastPage(page)
      assert.equal(await endOf(page).count(), 0)
      await page.getByRole('button', { name: '读完了' }).click()
      const mark = endOf(page).getByRole('button', { name: '标为读过' })
      await mark.click()
      await endOf(page).getByRole('button', { name: '标为读过', pressed: true }).waitFor()
      await endOf(page).getByLabel('4 星 · 8 分').focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowRight')
      await endOf(page).locator('.rating-text').getByText('4.5 星 · 9 分').waitFor()
      const books = endOf(page).getByRole('region', { name: '接着读' }).getByRole('listitem')
      await books.first().getByRole('link', { name: '《长河》', exact: true }).waitFor()
      await books
        .first()
        .getByRole('link', { name: /^在线阅读/ })
        .click()
      await page.waitForURL(`**/book/${nextId}/read`)
      await sectionContaining(page, '茶峒')
    })
    const { list } = await api.shelf.list({ state: 'read' })
    assert.deepEqual(
      list.map(({ book }) => book.itemId),
      [bookId],
    )
    assert.deepEqual((await api.auth.loginStatus()).rated, [{ itemType: 'book', itemId: bookId, score: 9 }])
  })

  await t.test('the keys open it, leave it and scroll it', () =>
    visit({}, async ({ page }) => {
      await goToLastPage(page)
      for (const back of ['ArrowLeft', 'Escape']) {
        await page.keyboard.press('ArrowRight')
        await endOf(page).waitFor()
        await page.waitForFunction(() => document.activeElement?.id === 'reader-end-title')
        assert.equal(new URL(page.url()).hash, '#end')
        await page.keyboard.press('ArrowRight')
        await page.keyboard.press('PageDown')
        assert.equal(await endOf(page).count(), 1)
        await page.keyboard.press(back)
        await endOf(page).waitFor({ state: 'detached' })
        assert.equal(new URL(page.url()).hash, '')
      }
      await page.keyboard.press(' ')
      await endOf(page).waitFor()
      await page.keyboard.press('Home')
      await endOf(page).waitFor({ state: 'detached' })
      await sectionContaining(page, '茶峒')
      await page.getByRole('button', { name: '下一页' }).waitFor()
    }),
  )

  await t.test('a visitor logs in and comes back to it, and the book is marked as read', async () => {
    const { account, password } = await newUserWithPassword(site, '丙')
    await visit({}, async ({ page }) => {
      await goToLastPage(page)
      await page.keyboard.press('PageDown')
      await endOf(page).getByRole('button', { name: '标为读过' }).click()
      await page.getByText('登录之后，替你放上书架。').waitFor()
      await fill(page, { 邮箱或手机号: account, 密码: password })
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await endOf(page).getByRole('button', { name: '标为读过', pressed: true }).waitFor()
      await endOf(page).getByRole('link', { name: '回到书页' }).click()
      await page.getByRole('button', { name: '读过', pressed: true }).waitFor()
      await page.getByRole('link', { name: '再读一遍' }).waitFor()
    })
  })

  await t.test(
    'it tells how long the user has read, and leads to their notes and to the form for a comment',
    async () => {
      const { token, api } = await site.newUser()
      const day = new Date().toISOString().slice(0, 10)
      const list = [{ day, bookId, seconds: 3900, fraction: 0.5 }]
      await api.readingTime.put({ counterId: newId(), generation: 0, list })
      await visit({ token }, async ({ page }) => {
        await openBook(page, path, '茶峒')
        await page.keyboard.press('b')
        await page.getByRole('button', { name: '书签', pressed: true }).waitFor()
        await goToLastPage(page)
        await page.keyboard.press('PageDown')
        await endOf(page).getByText('读了 1 小时 5 分钟，1 天').waitFor()
        await endOf(page).getByRole('button', { name: '1 条书签和批注' }).click()
        const notes = page.getByRole('region', { name: '书签和批注' })
        await notes.getByRole('button', { name: /^书签/ }).click()
        await endOf(page).waitFor({ state: 'detached' })
        await sectionContaining(page, '茶峒')
        await page.getByRole('button', { name: '关闭' }).click()
        await goToLastPage(page)
        await page.keyboard.press('PageDown')
        await endOf(page).getByRole('link', { name: '写评论' }).click()
        await page.waitForURL(`${site.url}/book/${bookId}#comments`)
        await page.waitForFunction(() => document.activeElement?.closest('.comment-form'))
      })
    },
  )

  await t.test('a book that was read to its end opens there and is begun again', () =>
    visit({}, async ({ page }) => {
      const offer = page.getByRole('region', { name: '这本书读完了' })
      await goToLastPage(page)
      assert.equal(await offer.count(), 0)
      await page.keyboard.press('PageDown')
      await endOf(page).waitFor()
      await page.reload()
      await endOf(page).waitFor()
      assert.equal(await offer.count(), 0)
      await page.goto(`${site.url}/readyz`)
      // Another tab knows nothing of the end page that this one shows.
      await page.evaluate(() => sessionStorage.clear())
      await page.goto(`${path}#end`)
      await offer.waitFor()
      await sectionContaining(page, '绕山岨流')
      assert.equal(await endOf(page).count(), 0)
      assert.equal(new URL(page.url()).hash, '')
      await requireAccessibleInEveryLook(page)
      await page.keyboard.press('Escape')
      await offer.waitFor({ state: 'detached' })
      await page.reload()
      await offer.getByRole('button', { name: '留在这里' }).click()
      await hasFocus(await sectionContaining(page, '绕山岨流'))
      await page.reload()
      await offer.getByRole('button', { name: '从头再读' }).click()
      await hasFocus(await sectionContaining(page, '茶峒'))
      await offer.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: '回到 100%' }).click()
      await sectionContaining(page, '绕山岨流')
      await page.keyboard.press('PageDown')
      await endOf(page).getByRole('button', { name: '从头再读' }).click()
      await endOf(page).waitFor({ state: 'detached' })
      await hasFocus(await sectionContaining(page, '茶峒'))
    }),
  )

  await t.test('a book of one page counts as read once its end page was shown', async () => {
    const { token, api } = await site.newUser()
    const short = await putEpub(site, epubOf([{ title: '短章', paragraphs: ['一页而已。'] }]), '我与地坛')
    await visit({ token }, async ({ page }) => {
      await openBook(page, `${site.url}/book/${short.bookId}/read`, '一页而已')
      const saved = page.waitForResponse((response) => response.url().endsWith(`/reading/${short.bookId}`))
      await page.getByRole('button', { name: '读完了' }).click()
      await page.getByRole('region', { name: '《我与地坛》读完了' }).waitFor()
      await (await saved).finished()
      await page.goto(`${site.url}/book/${short.bookId}`)
      await page.getByRole('link', { name: '再读一遍' }).waitFor()
      assert.equal((await api.reading.show({ bookId: short.bookId })).progress?.fraction, 1)
    })
  })

  await t.test('opened without a network it is complete, and finds the next books when the network returns', () =>
    visit({ expected: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/] }, async ({ page }) => {
      await goToLastPage(page)
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/reader-end-')),
      )
      await page.context().setOffline(true)
      await page.keyboard.press('PageDown')
      await endOf(page).getByText('没有连上服务器').waitFor()
      await page.context().setOffline(false)
      await endOf(page).getByRole('heading', { name: '接着读' }).waitFor()
      assert.equal(await endOf(page).getByText('没有连上服务器').count(), 0)
    }),
  )

  await t.test('a failed call is reported, and without a network the text is still there', async () => {
    const { token } = await site.newUser()
    await visit({ token, expected: [/Failed to load resource/] }, async ({ page }) => {
      await page.route('**/api/v1/shelf*/**', (route) => route.fulfill({ status: 503 }))
      await page.route('**/related', (route) => route.abort())
      await goToLastPage(page)
      await page.keyboard.press('PageDown')
      await endOf(page).getByText('没有连上服务器').waitFor()
      assert.equal(await endOf(page).getByRole('heading', { name: '接着读' }).count(), 0)
      await endOf(page).getByRole('button', { name: '回到正文' }).click()
      await endOf(page).waitFor({ state: 'detached' })
      await sectionContaining(page, '绕山岨流')
    })
  })

  await t.test('the end of a text that is scrolled leads to it too', () =>
    visit({}, async ({ page }) => {
      await page.goto(`${site.url}/readyz`)
      await page.evaluate(() => localStorage.setItem('reading-settings', JSON.stringify({ flow: 'scrolled' })))
      await goToLastPage(page)
      await page.keyboard.press('PageDown')
      await endOf(page).waitFor()
    }),
  )

  await t.test('taps and swipes open it, and a swipe back leaves it, on a phone', () =>
    visit({ screen: 'phone' }, async ({ page }) => {
      await openBook(page, path, '茶峒')
      await page.keyboard.press('End')
      const last = await sectionContaining(page, '绕山岨流')
      await page.getByRole('button', { name: '读完了' }).waitFor()
      await swipe(last.locator('body'), 200)
      await page.getByRole('button', { name: '下一页' }).waitFor()
      assert.equal(await endOf(page).count(), 0)
      await page.keyboard.press('End')
      await page.getByRole('button', { name: '读完了' }).waitFor()
      await swipe((await sectionContaining(page, '绕山岨流')).locator('body'), -200)
      await endOf(page).waitFor()
      await swipe(endOf(page), -200)
      await swipe(endOf(page), 200)
      await endOf(page).waitFor({ state: 'detached' })
      await page.mouse.click(370, 400)
      await endOf(page).waitFor()
    }),
  )

  for (const [name, bookPath, direction] of [
    ['vertical writing', path, { isVertical: true }],
    ['a book that is read from right to left', `${site.url}/book/${rightToLeft.bookId}/read`, {}],
  ] as const)
    await t.test(`it lies to the left of the last page in ${name}`, () =>
      visit({ screen: 'phone' }, async ({ page }) => {
        await page.goto(`${site.url}/readyz`)
        await page.evaluate(
          (settings) => localStorage.setItem('reading-settings', JSON.stringify({ flow: 'paged', ...settings })),
          direction,
        )
        await page.goto(bookPath)
        const end = page.getByRole('region', { name: /读完了$/ })
        const last = page.getByRole('button', { name: '读完了' })
        await page.locator('.reader-text[aria-busy="false"]').waitFor({ state: 'attached' })
        await page.keyboard.press('End')
        await last.waitFor()
        await page.keyboard.press('ArrowRight')
        await page.getByRole('button', { name: '下一页' }).waitFor()
        await page.keyboard.press('End')
        await last.waitFor()
        await page.keyboard.press('ArrowLeft')
        await end.waitFor()
        await swipe(end, 200)
        await swipe(end, -200)
        await end.waitFor({ state: 'detached' })
        await page.mouse.click(20, 400)
        await end.waitFor()
      }),
    )

  await t.test('it follows the last page of a fixed size', () =>
    visit({ screen: 'phone' }, async ({ page }) => {
      await openBook(page, `${site.url}/book/${pictures.bookId}/read`, '第甲页')
      const end = page.getByRole('region', { name: '《围城》读完了' })
      await page.keyboard.press('ArrowRight')
      await page.getByRole('button', { name: '读完了' }).waitFor()
      assert.equal(await end.count(), 0)
      await swipe((await sectionContaining(page, '第乙页')).locator('body'), -200)
      await end.waitFor()
      await page.keyboard.press('Escape')
      await end.waitFor({ state: 'detached' })
      await page.keyboard.press('ArrowRight')
      await end.waitFor()
    }),
  )

  await t.test('it is accessible and fits into the window', () =>
    visit({}, async ({ page }) => {
      await goToLastPage(page)
      await page.keyboard.press('PageDown')
      await endOf(page)
        .getByRole('link', { name: /^在线阅读/ })
        .first()
        .waitFor()
      await requireAccessibleInEveryLook(page)
      await requireFit(page)
    }),
  )
})

/** Swipes over an element to the right by a distance in pixels, or to the left if the distance is negative. */
function swipe(area: Locator, distance: number) {
  return area.evaluate((target, distance) => {
    const touchAt = (x: number) =>
      new Touch({ identifier: 1, target, screenX: x, screenY: 300, clientX: x, clientY: 300 })
    const [from, to] = [touchAt(190), touchAt(190 + distance)]
    const send = (type: string, touches: Touch[], changed: Touch) =>
      target.dispatchEvent(
        new TouchEvent(type, { touches, changedTouches: [changed], bubbles: true, cancelable: true }),
      )
    send('touchstart', [from], from)
    send('touchmove', [to], to)
    send('touchend', [], to)
  }, distance)
}
