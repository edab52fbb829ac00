import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Frame } from 'playwright'
import { draftEpub, opf, page } from '../draft-epubs.ts'
import { epubOf, paragraphsOf, putEpub } from '../put-epub.ts'
import { pageOf, renditionEpub } from '../rendition-epub.ts'
import { startTestSite } from '../test-site.ts'
import { bothScreens, startBrowser } from './browser.ts'
import { choose, openBook, percentRead, sectionContaining } from './open-book.ts'
import { pullDown } from './pull-down.ts'

const chapters = [
  { title: '第一章 渡口', paragraphs: ['茶峒地方凭水依山筑城。', '“老船夫”说：日头落了。', ...paragraphsOf(20, 120)] },
  { title: '第二章 白塔', paragraphs: ['小溪流下去，绕山岨流。', ...paragraphsOf(30, 120, 7)] },
  { title: '第三章 後山', paragraphs: ['後山的鐘聲在雲裏響着。', ...paragraphsOf(6, 120, 11)] },
]

test('reading a book', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const { bookId } = await putEpub(site, epubOf(chapters))
  const path = `${site.url}/book/${bookId}/read`

  for (const screen of bothScreens) {
    await t.test(`a book opens from its page, turns pages and reopens at the last position, on a ${screen}`, () =>
      visit({ screen }, async ({ page, open }) => {
        await open(`/book/${bookId}`)
        await page.getByRole('link', { name: '在线阅读' }).click()
        await sectionContaining(page, '茶峒')
        await page.keyboard.press('PageDown')
        await page.waitForFunction(
          () => Number.parseFloat(document.querySelector('.reader-percent')?.textContent ?? '') > 0,
        )
        const first = await percentRead(page)
        await page.getByRole('button', { name: '下一页' }).click()
        await page.waitForFunction(
          (first) => Number.parseFloat(document.querySelector('.reader-percent')?.textContent ?? '') > first,
          first,
        )
        const second = await percentRead(page)
        await page.reload()
        await sectionContaining(page, '茶峒')
        await page.waitForFunction(
          (second) => document.querySelector('.reader-percent')?.textContent === `${second}%`,
          second,
        )

        if (screen === 'phone') {
          await page.getByRole('button', { name: '目录' }).click()
          await pullDown(page, '.reader-panel-head', 40)
          assert.equal(await page.locator('.reader-panel').isVisible(), true)
          await pullDown(page, '.reader-panel-head', 120)
          await page.locator('.reader-panel').waitFor({ state: 'detached' })
        }
        await page.getByRole('button', { name: '目录' }).click()
        await page.getByRole('button', { name: '第三章 後山' }).click()
        await sectionContaining(page, '鐘聲')
        await page.getByText('第三章 後山').first().waitFor()
        await page.getByRole('button', { name: `回到 ${second}%` }).click()
        await sectionContaining(page, '茶峒')
        await page.waitForFunction(
          (second) => document.querySelector('.reader-percent')?.textContent === `${second}%`,
          second,
        )

        await open('/book/freeBook')
        await page.getByRole('link', { name: /^接着读《边城》/ }).click()
        await sectionContaining(page, '茶峒')
      }),
    )
  }

  await t.test('only the sections that are read are requested', async () => {
    const long = Array.from({ length: 40 }, (_, at) => ({
      title: `第${at + 1}回`,
      paragraphs: paragraphsOf(12, 300, at + 1),
    }))
    const ids = await putEpub(site, epubOf(long), '呐喊')
    await visit({}, async ({ page }) => {
      const requested: string[] = []
      page.on('request', (request) => request.url().includes('/file/') && requested.push(request.url()))
      await openBook(page, `${site.url}/book/${ids.bookId}/read`, '第1回')
      await page.keyboard.press('End')
      await sectionContaining(page, '第40回')
      assert.ok(requested.length <= 6, requested.join('\n'))
      assert.ok(
        requested.every((url) => /entry\/[^/]+\/EPUB\/(text\/(001|040)\.xhtml|cover\.xhtml|style\.css)$/.test(url)),
        requested.join('\n'),
      )
    })
  })

  await t.test('a chapter that fails to load shows an error and loads on retry', () =>
    visit({ expected: [/Failed to load resource/, /Applying inline style/] }, async ({ page }) => {
      await openBook(page, path, '茶峒')
      const goTo = (chapter: string) => page.getByRole('button', { name: chapter }).click()
      await page.getByRole('button', { name: '目录' }).click()
      const failure = page.getByRole('alert').filter({ hasText: '这一章没有取到' })
      const third = '**/entry/*/EPUB/text/003.xhtml'
      await page.route(third, (route) => route.fulfill({ status: 503 }))
      await goTo('第三章 後山')
      await failure.waitFor()
      assert.ok((await percentRead(page)) < 100)
      await page.unroute(third)
      await page.getByRole('button', { name: '再试一次' }).click()
      await sectionContaining(page, '鐘聲')
      await failure.waitFor({ state: 'detached' })

      await page.context().setOffline(true)
      await goTo('第二章 白塔')
      await failure.waitFor()
      await page.context().setOffline(false)
      await sectionContaining(page, '绕山岨流')
      await failure.waitFor({ state: 'detached' })

      // The user opens a book in the middle of a chapter, and the chapter fails to load. Once it has loaded, the book
      // must open at that position.
      const percent = page.locator('.reader-percent')
      const begin = await percent.innerText()
      await page.getByRole('button', { name: '目录' }).click()
      for (const _ of ['one page', 'and another']) await page.getByRole('button', { name: '下一页' }).click()
      await percent.filter({ hasNotText: begin }).waitFor()
      await page.reload()
      await sectionContaining(page, '绕山岨流')
      await percent.filter({ hasNotText: begin }).waitFor()
      const middle = await percent.innerText()
      const second = '**/entry/*/EPUB/text/002.xhtml'
      await page.route(second, (route) => route.fulfill({ status: 503 }))
      await page.reload()
      await failure.waitFor()
      await percent.filter({ hasNotText: middle }).waitFor()
      await page.unroute(second)
      await page.getByRole('button', { name: '再试一次' }).click()
      await sectionContaining(page, '绕山岨流')
      await percent.filter({ hasText: middle }).waitFor()
    }),
  )

  await t.test('searching a book finds words in either script and shows their position', () =>
    visit({}, async ({ page }) => {
      await openBook(page, path, '茶峒')
      await page.keyboard.press('/')
      await page.getByRole('searchbox', { name: '要找的字' }).fill('后山的钟声')
      await page.keyboard.press('Enter')
      await page.getByText('共 1 处').waitFor()
      await page.getByRole('button', { name: '後山的鐘聲在雲裏響着。' }).click()
      await sectionContaining(page, '鐘聲')
      await page.getByRole('searchbox', { name: '要找的字' }).fill('没有这样的话')
      await page.keyboard.press('Enter')
      await page.getByText('书里没有「没有这样的话」').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('region', { name: '在书里搜索' }).waitFor({ state: 'detached' })
    }),
  )

  await t.test('excerpts of a search have the words around a hit without pronunciations', async () => {
    const ruby = (word: string) => `<ruby>${word}<rt>${word === '吾輩' ? 'わがはい' : 'ねこ'}</rt></ruby>`
    const body = `<h1>題</h1><p>ここで${ruby('吾輩')}は${ruby('猫')}である。</p><p>次の段。</p>`
    const { bookId } = await putEpub(site, renditionEpub([{ href: 'a.xhtml', data: pageOf(body) }]), '长河')
    await visit({}, async ({ page }) => {
      await openBook(page, `${site.url}/book/${bookId}/read`, '題')
      await page.keyboard.press('/')
      for (const [query, marked] of [
        ['吾輩は猫で', '吾輩は猫で'],
        ['猫', '猫'],
      ] as const) {
        await page.getByRole('searchbox', { name: '要找的字' }).fill(query)
        await page.keyboard.press('Enter')
        const hit = page.getByRole('button', { name: 'ここで吾輩は猫である。' })
        await hit.waitFor()
        assert.equal(await hit.locator('mark').innerText(), marked)
        assert.equal((await hit.innerText()).replace(/^.*\n/, ''), 'ここで吾輩は猫である。')
      }
    })
  })

  await t.test('highlights and notes are created and exported as Markdown', () =>
    visit({}, async ({ page }) => {
      const frame = await openBook(page, path, '茶峒')
      await choose(frame, '凭水依山')
      await page.getByRole('toolbar', { name: '选中的文字' }).getByRole('button', { name: '写批注' }).click()
      await page.getByRole('textbox', { name: '批注' }).fill('像画一样\n*第二行*')
      await page.getByRole('button', { name: '保存' }).click()
      await page.keyboard.press('b')
      await page.reload()
      await sectionContaining(page, '茶峒')
      await page.getByRole('button', { name: '书签和批注' }).click()
      await page.getByText('像画一样').waitFor()
      assert.equal(await page.locator('.note-entry').count(), 2)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: '导出为 Markdown' }).click(),
      ])
      assert.equal(download.suggestedFilename(), '边城-批注.md')
      const text = await readFile(await download.path(), 'utf8')
      assert.match(text, /^# 《边城》/)
      assert.match(text, /> 凭水依山\n\n像画一样\n\\\*第二行\\\*/)
    }),
  )

  await t.test('highlights keep their position when the script or writing direction changes', () =>
    visit({}, async ({ page }) => {
      const frame = await openBook(page, path, '茶峒')
      await choose(frame, '说：日头落了')
      await page.getByRole('button', { name: '标成绿色' }).click()
      await page.getByRole('button', { name: '设置' }).click()
      await page.getByText('繁體').click()
      await sectionContaining(page, '說：日頭落了')
      await page.getByLabel('竖排').check()
      const upright = await sectionContaining(page, '「老船伕」說')
      assert.equal(await upright.evaluate(() => getComputedStyle(document.body).writingMode), 'vertical-rl')
      await page.getByRole('button', { name: '书签和批注' }).click()
      await page.locator('.note-go').click()
      await page.keyboard.press('Escape')
      await page.keyboard.press('ArrowLeft')
      await page.getByText('第一章 渡口').first().waitFor()
    }),
  )

  await t.test('margins and columns change the pages and are remembered', () =>
    visit({}, async ({ page }) => {
      const widthOf = (frame: Frame) => frame.evaluate(() => document.querySelector('p')?.getBoundingClientRect().width)
      const pages = async (width: number) => {
        const frame = await sectionContaining(page, '茶峒')
        await frame.waitForFunction(
          (width) => Math.abs((document.querySelector('p')?.getBoundingClientRect().width ?? 0) - width) > 1,
          width,
        )
        return (await widthOf(frame)) ?? 0
      }
      const frame = await openBook(page, path, '茶峒')
      const two = (await widthOf(frame)) ?? 0
      await page.keyboard.press('s')
      await page.getByRole('group', { name: '栏数' }).getByText('一栏').click()
      const one = await pages(two)
      await page.getByRole('group', { name: '页边距' }).getByText('宽').click()
      const narrower = await pages(one)
      assert.ok(narrower < one, `${narrower} of ${one} px`)
      await page.reload()
      assert.equal(await pages(two), narrower)
    }),
  )

  await t.test('progress and highlights of a visitor are moved to the account at login', () =>
    visit({}, async ({ page }) => {
      const { token, api } = await site.newUser()
      const frame = await openBook(page, path, '茶峒')
      await choose(frame, '凭水依山')
      await page.getByRole('button', { name: '标成粉色' }).click()
      await page.keyboard.press('End')
      await sectionContaining(page, '鐘聲')
      await page.waitForFunction(() => document.querySelector('.reader-percent')?.textContent === '100%')
      const sent = page.waitForResponse(
        (response) => response.url().includes('/annotation/') && response.request().method() === 'PUT',
      )
      await page.evaluate((token) => localStorage.setItem('token', token), token)
      await page.reload()
      await sent
      const { list } = await api.annotation.list({ bookId })
      assert.deepEqual(
        list.map(({ quote, color }) => [quote, color]),
        [['凭水依山', 'pink']],
      )
      assert.equal((await api.reading.show({ bookId })).progress?.fraction, 1)
      assert.equal((await api.reading.list()).list[0]?.title, '边城')
      // Logging out removes the user's data from the device.
      await page.goto(`${site.url}/book`)
      await page.locator('.account-button').click()
      await page.getByRole('button', { name: '退出登录' }).click()
      await page.getByRole('link', { name: '登录 / 注册' }).waitFor()
      assert.deepEqual(
        await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('reading:'))),
        [],
      )
    }),
  )

  await t.test('an offline book is readable without a network and its highlights are synchronised later', async () => {
    const { token, api } = await site.newUser()
    await visit({ token, expected: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] }, async ({ page }) => {
      await openBook(page, path, '茶峒')
      await page.getByRole('button', { name: '设置' }).click()
      await page.getByRole('button', { name: '留在本机，没有网络也能读' }).click()
      await page.getByText('已留在本机').waitFor()
      await page.reload()
      await sectionContaining(page, '茶峒')
      await page.context().setOffline(true)
      await page.reload()
      const frame = await sectionContaining(page, '茶峒')
      await choose(frame, '依山筑城')
      await page.getByRole('button', { name: '标成蓝色' }).click()
      await page.keyboard.press('End')
      await sectionContaining(page, '鐘聲')
      await page.waitForFunction(() => document.querySelector('.reader-percent')?.textContent === '100%')
      await page.goto(`${site.url}/book/freeBook`)
      await page.getByRole('heading', { name: '本机的书' }).waitFor()
      // The browser has stored the header of the page and its style sheet together with the book, so both also work
      // offline.
      await page.getByRole('banner').getByRole('link', { name: '知图' }).waitFor()
      assert.equal(await page.locator('.header').evaluate((header) => getComputedStyle(header).position), 'sticky')
      await page.getByRole('link', { name: /边城/ }).waitFor()
      await page.goto(path)
      await sectionContaining(page, '鐘聲')
      const sent = page.waitForResponse(
        (response) => response.url().includes('/annotation/') && response.request().method() === 'PUT',
      )
      await page.context().setOffline(false)
      await sent
      assert.equal((await api.annotation.list({ bookId })).list[0]?.quote, '依山筑城')
      await page.goto(`${site.url}/book/offline`)
      await page.getByRole('button', { name: '移除《边城》' }).click()
      await page.getByText('还没有留在本机的书').waitFor()
      assert.deepEqual(await page.evaluate(() => caches.keys()), [])
    })
  })

  await t.test('an offline book has every file that its pages and its styles load', async () => {
    const files = {
      'main.css': '@import "more.css"; @font-face { font-family: f; src: url("fonts/a(1).otf") }',
      'more.css': 'h1 { background: url("ground.png") }',
      'fonts/a(1).otf': 'OTTO',
      'ground.png': 'png',
      'inline.png': 'png',
      'drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"><image href="drawn.png"/></svg>',
      'drawn.png': 'png',
      'voice.mp3': 'mp3',
      'linked.png': 'png',
    }
    const types = { css: 'text/css', otf: 'font/otf', png: 'image/png', svg: 'image/svg+xml', mp3: 'audio/mpeg' }
    const typeOf = (name: string) => types[(name.split('.').at(-1) ?? '') as keyof typeof types]
    const manifest = Object.keys(files).map(
      (name) => `<item id="${name}" href="${name}" media-type="${typeOf(name)}"/>`,
    )
    const body = `<h1>第一章</h1><p style="background: url(inline.png)">山中有一座城。<img src="drawing.svg" alt=""/></p>
<audio src="voice.mp3" controls="controls"/><p><a href="linked.png">图</a></p>`
    const text = page(body).replace('</head>', '<link rel="stylesheet" href="main.css"/></head>')
    const stored = Object.entries(files).map(([name, content]) => [`OEBPS/${name}`, content])
    const parts = {
      ...Object.fromEntries(stored),
      'OEBPS/c1.xhtml': text,
      'OEBPS/content.opf': opf({ manifest: manifest.join('') }),
    }
    const book = await putEpub(site, draftEpub({ parts }), '我与地坛')
    await visit({ isIsolated: true, expected: [/font|decode|OTS/i] }, async ({ page }) => {
      await openBook(page, `${site.url}/book/${book.bookId}/read`, '山中')
      await page.getByRole('button', { name: '设置' }).click()
      await page.getByRole('button', { name: '留在本机，没有网络也能读' }).click()
      await page.getByText('已留在本机').waitFor()
      const names = await page.evaluate(async (name) => {
        const requests = await (await caches.open(name)).keys()
        return requests.flatMap(({ url }) => decodeURIComponent(url).split('/OEBPS/')[1] ?? [])
      }, `kept-book-${book.bookId}`)
      const unlinked = Object.keys(files).filter((name) => name !== 'linked.png')
      assert.deepEqual(names.toSorted(), ['c1.xhtml', ...unlinked].toSorted())
    })
  })
})
