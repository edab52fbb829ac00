import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { v7 as newId } from 'uuid'
import type { Api } from '#shared/contract/client.ts'
import { epubOf, paragraphsOf, putEpub } from '../put-epub.ts'
import { startTestSite } from '../test-site.ts'
import { holdAnswers, resize, startBrowser } from './browser.ts'
import { openBook, percentRead, sectionContaining } from './open-book.ts'

const chapters = [
  { title: '第一章 渡口', paragraphs: ['茶峒地方凭水依山筑城。', ...paragraphsOf(20, 120)] },
  { title: '第二章 白塔', paragraphs: ['小溪流下去，绕山岨流。', ...paragraphsOf(30, 120, 7)] },
  { title: '第三章 後山', paragraphs: ['後山的鐘聲在雲裏響着。', ...paragraphsOf(6, 120, 11)] },
]

/** A chapter of twenty sections, each with a heading to which the contents lead. */
const sections = Array.from({ length: 20 }, (_, at) => ({
  title: `第${at + 1}节`,
  paragraphs: paragraphsOf(8, 37, at + 1),
}))

/** Waits until words of the open book are inside the area that shows its text. */
async function isOnPage(page: Page, words: string) {
  const frame = await sectionContaining(page, words)
  const isSeen = () =>
    frame.evaluate((words) => {
      const heading = [...document.querySelectorAll('h2')].find(({ textContent }) => textContent === words)
      const around = window.frameElement?.getBoundingClientRect()
      const area = parent.document.querySelector('.reader-text')?.getBoundingClientRect()
      if (!heading || !around || !area) return false
      const { left, top, width } = heading.getBoundingClientRect()
      return (
        around.x + left >= area.left &&
        around.x + left + Math.min(width, 80) <= area.right &&
        around.y + top >= area.top &&
        around.y + top < area.bottom
      )
    }, words)
  for (let tries = 0; tries < 100; tries += 1) {
    if (await isSeen()) return
    await page.waitForTimeout(50)
  }
  assert.fail(`${words} is not on the page`)
}

test('reading positions on several devices', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const { bookId, fileId } = await putEpub(site, epubOf(chapters))
  const path = `${site.url}/book/${bookId}/read`
  /** Saves a reading position of 95 % as if the user had read the book on another device. */
  const sayElsewhere = async (api: Api) => {
    const { progress } = await api.reading.show({ bookId })
    await api.reading.put({
      bookId,
      fileId,
      locator: '',
      fraction: 0.95,
      updatedAt: new Date().toISOString(),
      deviceId: newId(),
      device: '墨水屏',
      basedOn: progress?.version ?? 0,
    })
  }
  /**
   * Turns a page of the book and waits until the server has saved a reading position below `limit`, a share of the book
   * between 0 and 1.
   */
  const turnPage = async (page: Page, limit = 1) => {
    const saved = page.waitForResponse((response) => {
      const request = response.request()
      if (!response.url().endsWith(`/reading/${bookId}`) || request.method() !== 'PUT') return false
      return (request.postDataJSON() as { fraction: number }).fraction < limit
    })
    await page.keyboard.press('PageDown')
    await saved
  }
  const offer = '你在墨水屏上读到 95%'

  await t.test('the foot shows the page of the chapter and the time left in it', () =>
    visit({ screen: 'phone' }, async ({ page }) => {
      await openBook(page, path, '茶峒')
      const foot = (text: RegExp) => page.getByRole('button', { name: text })
      await foot(/^0%，换成页码$/).click()
      const first = await foot(/^第 1 \/ \d+ 页/).innerText()
      const total = Number(/(\d+) 页/.exec(first)?.[1])
      assert.ok(total > 3, first)
      await page.keyboard.press('PageDown')
      await foot(new RegExp(`^第 2 / ${total} 页`)).click()
      // The chapter has about 2500 characters, and the user has read its first page, so five or six minutes remain.
      assert.match(await foot(/^本章约剩/).innerText(), /^本章约剩 [56] 分钟$/)
      await page.keyboard.press('End')
      await sectionContaining(page, '鐘聲')
      const last = /^本章(不到|约剩) 1 分钟/
      await foot(last).waitFor()
      await page.reload()
      await foot(last).waitFor()
      await page.keyboard.press('s')
      await page.getByText('滚动', { exact: true }).click()
      await page.keyboard.press('Escape')
      await foot(/^本章/).click()
      await foot(/%/).click()
      await foot(/^位置 \d+ \/ \d+/).waitFor()
    }),
  )

  await t.test('a chosen heading is on the page after a reload, at every width and beside every panel', async () => {
    const { bookId } = await putEpub(site, epubOf([{ title: '一页之书', paragraphs: [], sections }]), '呐喊')
    const choose = async (page: Page, at: number) => {
      if (!(await page.getByRole('region', { name: '目录' }).isVisible())) await page.keyboard.press('t')
      await page.getByRole('button', { name: `第${at}节`, exact: true }).click()
      await isOnPage(page, `第${at}节`)
    }
    for (const [width, height, rest, settings] of [
      [1200, 800, '目录', {}],
      [1050, 800, '书签和批注', { flow: 'scrolled' }],
      [1440, 900, '在书里搜索', { isVertical: true }],
      [390, 844, '设置', {}],
    ] as const)
      await visit({}, async ({ page }) => {
        await resize(page, { width, height })
        await page.goto(`${site.url}/readyz`)
        await page.evaluate((settings) => localStorage.setItem('reading-settings', settings), JSON.stringify(settings))
        await openBook(page, `${site.url}/book/${bookId}/read`, '第20节')
        for (const at of [8, 15]) {
          await choose(page, at)
          await page.reload()
          await sectionContaining(page, '第20节')
          await isOnPage(page, `第${at}节`)
          // A panel that opens or closes lays out the pages again, but the place stays, and so does its bookmark.
          await page.keyboard.press('b')
          await page.getByRole('button', { name: rest }).click()
          await isOnPage(page, `第${at}节`)
          await page.keyboard.press('Escape')
          await page.locator('.reader-panel').waitFor({ state: 'detached' })
          await isOnPage(page, `第${at}节`)
          await choose(page, 1)
          await page.getByRole('button', { name: /^回到/ }).click()
          await isOnPage(page, `第${at}节`)
          await page.getByRole('button', { name: '书签', exact: true, pressed: true }).click()
          await page.getByRole('button', { name: '书签', exact: true, pressed: false }).waitFor()
        }
      })
  })

  await t.test('the reader asks for a choice when another device is further', async () => {
    const { token, api } = await site.newUser()
    await visit({ token }, async ({ page }) => {
      await openBook(page, path, '茶峒')
      await turnPage(page)
      await sayElsewhere(api)
      await page.reload()
      await page.getByText(offer).waitFor()
      await page.getByRole('button', { name: '去那里' }).click()
      await sectionContaining(page, '鐘聲')
    })
  })

  await t.test('the reader asks for a choice when another device saves a position while the book is open', async () => {
    const { token, api } = await site.newUser()
    await visit({ token }, async ({ page }) => {
      await openBook(page, path, '茶峒')
      await turnPage(page)
      await sayElsewhere(api)
      await turnPage(page)
      await page.getByText(offer).waitFor()
      assert.equal((await api.reading.show({ bookId })).progress?.device, '墨水屏')
      await page.getByRole('button', { name: '留在这里' }).click()
      await turnPage(page)
      const here = (await percentRead(page)) / 100
      const { progress } = await api.reading.show({ bookId })
      assert.ok(progress && progress.device !== '墨水屏' && Math.abs(progress.fraction - here) < 0.001)
    })
  })

  await t.test('the reader asks for a choice when an e-reader reports a position behind the present one', async () => {
    const { token, api } = await site.newUser()
    const key = await api.kosync.create({})
    const md5 = (text: string) => createHash('md5').update(text).digest('hex')
    const document = md5(key.name)
    await site.db
      .insertInto('kosyncDocument')
      .values({ document, sha256: document.repeat(2), bookId, fileId })
      .execute()
    await visit({ token }, async ({ page }) => {
      await openBook(page, path, '茶峒')
      const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
      await page.keyboard.press('End')
      await saved
      await fetch(`${site.url}/kosync/syncs/progress`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'x-auth-user': key.name, 'x-auth-key': md5(key.password) },
        body: JSON.stringify({ document, progress: '/body', percentage: 0.3, device: 'Kobo', device_id: 'X' }),
      })
      await page.reload()
      await page.getByText('你在KOReader（Kobo）上读到 30%').waitFor()
      await page.getByRole('button', { name: '去那里' }).click()
      await turnPage(page, 0.5)
      const { progress, behind } = await api.reading.show({ bookId })
      assert.ok(progress && behind === null && progress.fraction < 0.5)
    })
  })

  /** Writes a note in the book on another device of the user. */
  const writeElsewhere = (api: Api) => {
    const now = new Date().toISOString()
    const note = {
      id: newId(),
      fileId,
      kind: 'highlight',
      color: 'yellow',
      locator: 'epubcfi(/6/2!/4/4/1:0)',
      fraction: 0,
      quote: '茶峒',
      chapter: '第一章',
      note: '只给自己看',
      createdAt: now,
      updatedAt: now,
      isDeleted: false,
    } as const
    return api.annotation.put({ bookId, list: [note] })
  }
  /** Lets the answers pass that are held back, and waits until the page has handled the first of them. */
  const release = async (page: Page, latch: { release(): void }, url: string) => {
    const answered = page.waitForResponse(url)
    latch.release()
    await (await answered).finished()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  }

  for (const [kind, held] of [
    ['note', `**/api/v1/annotation/${bookId}`],
    ['position', `**/api/v1/reading/${bookId}`],
  ] as const)
    await t.test(`a ${kind} that arrives after a logout leaves nothing of the user in the browser`, async () => {
      const { token, api } = await site.newUser()
      await writeElsewhere(api)
      await visit({ token }, async ({ page }) => {
        const latch = await holdAnswers(page, held)
        await openBook(page, path, '茶峒')
        await page.keyboard.press('PageDown')
        await latch.isAnswered
        await page.getByRole('link', { name: '回到书页' }).click()
        await page.locator('.account-button').click()
        await page.getByRole('button', { name: '退出登录' }).click()
        await page.getByRole('link', { name: '登录 / 注册' }).waitFor()
        await release(page, latch, held)
        assert.deepEqual(
          await page.evaluate(() => Object.keys(localStorage).filter((key) => /^reading(-owner|-time)?:/.test(key))),
          [],
        )
      })
    })

  await t.test('notes of one book are not shown in another that the user has opened meanwhile', async () => {
    const { token, api } = await site.newUser()
    await writeElsewhere(api)
    const other = await putEpub(site, epubOf([{ title: '别的书', paragraphs: ['鹧鸪'] }]), '我与地坛')
    const held = `**/api/v1/annotation/${bookId}`
    await visit({ token }, async ({ page }) => {
      const latch = await holdAnswers(page, held)
      await openBook(page, path, '茶峒')
      await latch.isAnswered
      // The router opens another book in the same document, as the browser's history can.
      await page.evaluate((path) => {
        history.pushState(null, '', path)
        dispatchEvent(new PopStateEvent('popstate', { state: null }))
      }, `/book/${other.bookId}/read`)
      await sectionContaining(page, '鹧鸪')
      await page.keyboard.press('n')
      await page.getByText('还没有书签和批注').waitFor()
      const shown = await page.evaluateHandle(() => {
        const seen: string[] = []
        new MutationObserver(() =>
          document.querySelectorAll('.note-entry').forEach(({ textContent }) => seen.push(textContent ?? '')),
        ).observe(document.body, { subtree: true, childList: true })
        return seen
      })
      await release(page, latch, held)
      assert.deepEqual(await shown.jsonValue(), [])
    })
  })

  await t.test('positions are saved correctly when a device’s clock is an hour slow', async () => {
    const { token, api } = await site.newUser()
    await sayElsewhere(api)
    await visit({ token }, async ({ page }) => {
      await page.clock.install({ time: Date.now() - 3_600_000 })
      await openBook(page, path, '鐘聲')
      await page.keyboard.press('Home')
      await sectionContaining(page, '茶峒')
      await turnPage(page, 0.5)
      const { progress } = await api.reading.show({ bookId })
      assert.ok(progress && progress.device !== '墨水屏' && progress.fraction < 0.5)
      await page.reload()
      await sectionContaining(page, '茶峒')
      assert.equal(await page.getByText(offer).count(), 0)
    })
  })
})
