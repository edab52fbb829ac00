import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright'
import type { Api } from '#shared/contract/client.ts'
import { startTestSite } from '../test-site.ts'
import { bothScreens, holdRequests, menuOf, startBrowser } from './browser.ts'
import { requireAccessible } from './require-accessible.ts'

test('a visitor browses the site', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const [first, second] = await twoTags(site.visitor)
  const chip = (page: Page, name: string) => page.locator(`.book-filter .chip:text("${name}")`).first()
  const address = (query: Record<string, string> | [string, string][]) =>
    `${site.url}/book?${new URLSearchParams(query)}`

  await t.test(
    'a book, a person, a place and a path are shared as a poster where the system has no dialog',
    async () => {
      const visitWithPictures = await startBrowser(site.url)
      const { list } = await site.visitor.book.list({})
      const book = await site.visitor.book.show({ id: list.find(({ places }) => places.length > 0)?.id ?? '' })
      const paths = [
        `/person/${book.authorIds.find((id) => id !== null)}`,
        `/place/${book.places[0]?.id}`,
        `/book/${book.id}`,
        `/connect?from=place.${book.places[0]?.id}&to=book.${book.id}`,
      ]
      await visitWithPictures({ screen: 'phone' }, async ({ page, open }) => {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
        for (const path of paths) {
          await open(path)
          await page.getByRole('button', { name: '分享' }).focus()
          await page.keyboard.press('Enter')
          const dialog = page.getByRole('dialog', { name: '分享' })
          await page.waitForFunction(
            () => document.querySelector<HTMLImageElement>('.share-poster')?.naturalWidth === 1080,
          )
          await dialog.getByRole('button', { name: '复制链接' }).click()
          await dialog.getByText('链接已复制').waitFor()
          assert.equal(await page.evaluate(() => navigator.clipboard.readText()), site.url + path)
          assert.match((await dialog.getByRole('link').getAttribute('href')) ?? '', /poster\.png$/)
          await requireAccessible(page, '.ask-dialog')
          await page.keyboard.press('Escape')
          await dialog.waitFor({ state: 'detached' })
        }
      })
    },
  )

  await t.test('paper gets the text of a book, and no menus, buttons or forms', () =>
    visit({}, async ({ page, open }) => {
      const [book] = (await site.visitor.book.list({})).list
      await open(`/book/${book?.id}`)
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      assert.equal(
        await page.locator('header.header, .tab-bar, .footer, button, form').filter({ visible: true }).count(),
        0,
      )
      await page.getByRole('heading', { level: 1, name: book?.title ?? '' }).waitFor()
      await page.getByText(`/book/${book?.id}`).waitFor()
      const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
      assert.equal(paper, 'rgb(255, 255, 255)')
    }),
  )

  await t.test('the footer leads to the tours', () =>
    visit({ screen: 'phone' }, async ({ page, open }) => {
      await open('/book')
      await page.locator('.footer').getByRole('link', { name: '漫游' }).click()
      await page.waitForURL(`${site.url}/tour`)
      await page.getByRole('heading', { level: 1, name: '漫游' }).waitFor()
    }),
  )

  await t.test('the system’s dialog shares a page where there is one', () =>
    visit({}, async ({ page, open }) => {
      await page.addInitScript(() => {
        navigator.share = async (data) => void Object.assign(window, { shared: data })
      })
      const [book] = (await site.visitor.book.list({})).list
      await open(`/book/${book?.id}`)
      await page.getByRole('button', { name: '分享' }).click()
      await page.waitForFunction(() => 'shared' in window)
      const shared = await page.evaluate(() => (window as unknown as { shared: ShareData }).shared)
      assert.deepEqual(shared, { title: `《${book?.title}》`, url: `${site.url}/book/${book?.id}` })
      assert.equal(await page.locator('.ask-dialog').count(), 0)
    }),
  )

  for (const screen of bothScreens) {
    await t.test(`a visitor navigates from the home page to a book and back, on a ${screen}`, () =>
      visit({ screen }, async ({ page, open }) => {
        await open('/')
        await titled(page, '知图 · 连接知识')
        await page.evaluate(() => Object.assign(window, { isTheSameDocument: true }))
        await menuOf(page, screen).getByRole('link', { name: '好书', exact: true }).click()
        await page.waitForURL(`${site.url}/book`)
        await titled(page, '好书推荐 · 知图')
        await menuOf(page, screen).locator('a[aria-current="page"]:text-is("好书")').waitFor()

        if (screen === 'phone') await page.getByText('筛选').click()
        await chip(page, first.name).click()
        await page.waitForURL(address({ tag: first.name }))
        await shows(page, first.total)
        await titled(page, `${first.name} · 好书推荐 · 知图`)
        await chip(page, second.name).click()
        await page.waitForURL(address([first.name, second.name].toSorted().map((name) => ['tag', name])))
        await shows(page, second.total)
        assert.equal(await page.locator('.book-filter .chip[aria-current]').count(), 2)
        await page.goBack()
        await shows(page, first.total)
        await page.goForward()
        await shows(page, second.total)
        await chip(page, second.name).click()
        await page.waitForURL(address({ tag: first.name }))
        await shows(page, first.total)

        if (screen === 'phone') await page.getByRole('link', { name: `看 ${first.total} 本` }).click()
        await page.getByRole('link', { name: '最新' }).click()
        await page.waitForURL(address({ tag: first.name, sort: 'new' }))
        await page.locator('.sort-links a[aria-current="true"]:text-is("最新")').waitFor()
        const before = await page.locator('.book-card-title').first().getAttribute('href')
        await page.getByRole('link', { name: '下一页' }).click()
        await page.waitForURL(/cursor=/)
        await page.getByRole('link', { name: '回第一页' }).waitFor()
        assert.equal(await page.locator(`.book-grid a[href="${before}"]`).count(), 0)

        await page.getByText('第 2 页').waitFor()
        const listAddress = page.url()
        const scrolled = await scrollTo(page.locator('.book-card').last())
        const title = await page.locator('.book-card').last().locator('.book-card-title').innerText()
        // A click is aimed at the middle of an element by default. On a phone the middle of a card contains links to
        // people and places, so the test clicks the cover instead.
        await page
          .locator('.book-card')
          .last()
          .click({ position: { x: 40, y: 40 } })
        await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
        await page.waitForFunction((start) => document.title.startsWith(start), `《${title}》`)
        await page.waitForFunction(() => scrollY === 0)
        const bookAddress = page.url()

        const relatedTitle = await page.locator('.related .book-card-title').first().innerText()
        await page.locator('.related .book-card').first().click()
        await page.getByRole('heading', { level: 1, name: relatedTitle, exact: true }).waitFor()
        await page.goBack()
        await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
        assert.equal(page.url(), bookAddress)
        await page.goBack()
        await page.waitForURL(listAddress)
        await page.waitForFunction((y) => Math.abs(scrollY - y) < 2, scrolled)

        await page.getByRole('link', { name: /^知图/ }).first().click()
        await page.waitForURL(`${site.url}/`)
        await titled(page, '知图 · 连接知识')
        assert.equal(await page.locator('.header-menu [aria-current], .tab-bar [aria-current]').count(), 0)
        assert.equal(await page.evaluate(() => 'isTheSameDocument' in window), true)
      }),
    )

    await t.test(`the menu marks the entry of the current address, on a ${screen}`, () =>
      visit({ screen }, async ({ page, open }) => {
        for (const [path, label] of [
          ['/map', '地图'],
          ['/book', '好书'],
          ['/book/freeBook', '免费书'],
          ['/connect', '相连'],
        ] as const) {
          await open(path)
          assert.deepEqual(await menuOf(page, screen).locator('[aria-current="page"]').allInnerTexts(), [label])
        }
      }),
    )

    await t.test(`the menu marks no entry of an earlier page, on a ${screen}`, () =>
      visit({ screen }, async ({ page, open }) => {
        await open('/')
        await menuOf(page, screen).getByRole('link', { name: '好书', exact: true }).click()
        await page.waitForURL(`${site.url}/book`)
        await page.goBack()
        await page.evaluate(() => {
          const link = Object.assign(document.createElement('a'), { href: '/book/freeBook', textContent: '读公版书' })
          document.querySelector('.footer-inner')?.replaceChildren(link)
        })
        await page.getByRole('link', { name: '读公版书' }).click()
        await page.waitForURL(`${site.url}/book/freeBook`)
        await page.getByRole('heading', { level: 1, name: '免费书' }).waitFor()
        assert.deepEqual(await menuOf(page, screen).locator('[aria-current="page"]').allInnerTexts(), ['免费书'])
      }),
    )
  }

  await t.test('the selected tags of a list stand above the books, and a click removes one, on a phone too', () =>
    visit({ screen: 'phone' }, async ({ page, open }) => {
      const names = [first.name, second.name].toSorted()
      await open(`/book?${new URLSearchParams(names.map((name) => ['tag', name]))}`)
      const above = page.getByRole('list', { name: '选中的标签' })
      assert.deepEqual(await above.getByRole('link').allInnerTexts(), names)
      await above.getByRole('link', { name: `去掉标签${names[0]}` }).click()
      await page.waitForURL(address([['tag', names[1] ?? '']]))
      await above.getByRole('link', { name: `去掉标签${names[0]}` }).waitFor({ state: 'detached' })
      assert.deepEqual(await above.getByRole('link').allInnerTexts(), names.slice(1))
    }),
  )

  await t.test('a second tag can be selected while the page of the first one loads', () =>
    visit({}, async ({ page, open }) => {
      await open('/book')
      // On a wide screen the filter is always open beside the books, so its button to open and close it is hidden.
      assert.equal(await page.locator('.book-filter > summary').isVisible(), false)
      const held = await holdRequests(page, '**/api/v1/book/list')
      await chip(page, first.name).click()
      await held.isAsked
      await page.locator('.book-filter .chip[aria-current]').first().waitFor()
      await chip(page, second.name).click()
      held.release()
      await page.waitForURL(address([first.name, second.name].toSorted().map((name) => ['tag', name])))
      await shows(page, second.total)
    }),
  )

  await t.test('the rating distribution appears with the fifth rating', async () => {
    const { list } = await site.visitor.book.list({ limit: 1 })
    const [book] = list
    assert.ok(book)
    const rate = async () => {
      const { api } = await site.newUser()
      await api.reaction.rate({ itemType: 'book', itemId: book.id, score: 9 })
    }
    await visit({}, async ({ page, open }) => {
      await open(`/book/${book.id}`)
      await page.getByText('还没有人打分').waitFor()
      assert.equal(await page.locator('.rating-bars').count(), 0)
    })
    for (let readers = 0; readers < 5; readers += 1) await rate()
    await visit({}, async ({ page, open }) => {
      await open(`/book/${book.id}`)
      await page.getByText('5 人评分').waitFor()
      assert.match(await page.locator('.rating-bars').innerText(), /5 星\s*100%/)
    })
  })

  await t.test('going back from a fragment link restores the scroll position', () =>
    visit({}, async ({ page, open }) => {
      await open('/')
      const start = await scrollTo(page.locator('.place-index-nav'))
      await page.locator('.place-index-nav a').last().click()
      await page.waitForFunction((y) => scrollY > y + 500, start)
      await page.goBack()
      await page.waitForFunction((y) => Math.abs(scrollY - y) < 2, start)
    }),
  )
})

/**
 * Returns two tags that some books have in common: the first with the number of books that have it, the second with the
 * number of books that have both.
 */
async function twoTags({ tag, book }: Api) {
  const { list: tags } = await tag.list()
  const total = async (...names: string[]) => (await book.list({ tags: names })).total
  const forms = tags.filter(({ kind }) => kind === 'form').slice(0, 10)
  const [form = assert.fail('no tags')] = forms.sort((a, b) => b.count - a.count)
  for (const { name } of tags.filter(({ kind }) => kind === 'subject').slice(0, 10)) {
    const both = await total(form.name, name)
    const alone = await total(form.name)
    if (both > 0 && both < alone)
      return [
        { name: form.name, total: alone },
        { name, total: both },
      ] as const
  }
  return assert.fail('no two tags go together')
}

async function titled(page: Page, title: string) {
  await page.waitForFunction((expected) => document.title === expected, title)
}

async function shows(page: Page, total: number) {
  await page.locator(`.book-list-bar strong:text-is("${total}")`).waitFor()
}

/** Scrolls an element to the middle of the window and returns the scroll distance in pixels. */
function scrollTo(target: Locator): Promise<number> {
  return target.evaluate((element) => {
    element.scrollIntoView({ block: 'center' })
    return scrollY
  })
}
