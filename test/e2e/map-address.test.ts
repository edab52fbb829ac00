import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import type { Api } from '#shared/contract/client.ts'
import type { Mark } from '#shared/api/place/mark.ts'
import { startTestSite } from '../test-site.ts'
import { holdRequests, startBrowser } from './browser.ts'
import { openGlobe, until, watchTiles } from './globe.ts'
import { tellStory } from './tell-story.ts'

test('the address of the map', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const some = await somethingToShow(site.visitor)
  const { tags, mark } = some
  const markId = `${mark.properties.itemId}.${mark.properties.placeId}`

  await t.test('a second tag can be added while the marks of the first one load', () =>
    visit({}, async ({ page, open }) => {
      await open('/')
      await page.getByRole('button', { name: '全部标签' }).click()
      const chip = (name: string) => page.locator(`.tag-panel .chip:text("${name}")`).first()
      const held = await holdRequests(page, '**/api/v1/place/list')
      await chip(tags[0]).click()
      await held.isAsked
      await page.locator('.tag-panel .chip[aria-current]').first().waitFor()
      await chip(tags[1]).click()
      held.release()
      await hasQuery(
        page,
        tags.map((tag) => ['tag', tag]),
      )
      await showsCardsOf(page, await titlesWith(site.visitor, tags))
    }),
  )

  await t.test('the address contains the tags and the opened mark, and back and forward work', () =>
    tellStory(visit, {}, async ({ page, open }) => {
      await open('/')
      await page.evaluate(() => Object.assign(window, { isTheSameDocument: true }))
      await page.getByRole('button', { name: '全部标签' }).click()
      await page.locator(`.tag-panel .chip:text("${tags[0]}")`).first().click()
      await hasQuery(page, [['tag', tags[0]]])
      await showsCardsOf(page, await titlesWith(site.visitor, [tags[0]]))
      await page.locator(`.tag-panel .chip:text("${tags[1]}")`).first().click()
      await hasQuery(
        page,
        tags.map((tag) => ['tag', tag]),
      )
      const titles = await titlesWith(site.visitor, tags)
      await showsCardsOf(page, titles)
      await page.keyboard.press('Escape')
      await page.locator('.tag-filter > .chip[aria-current]').nth(1).waitFor()
      await page.goBack()
      await hasQuery(page, [['tag', tags[0]]])
      await page.locator('.tag-filter > .chip[aria-current]').nth(1).waitFor({ state: 'detached' })
      await page.goForward()
      await hasQuery(
        page,
        tags.map((tag) => ['tag', tag]),
      )
      // After a navigation the browser's URL changes before the content of the page does, so the test waits for the
      // content; the cards of the books are the part that changes last.
      await page.locator('.tag-filter > .chip[aria-current]').nth(1).waitFor()
      await showsCardsOf(page, titles)

      const title = await page.locator('.swiper-title').first().innerText()
      await page.locator('.swiper-title').first().click()
      await page.waitForURL(/mark=/)
      await page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor()
      await page.goBack()
      await page.locator('.mark-card').waitFor({ state: 'detached' })
      await page.goForward()
      await page.locator('.mark-card').waitFor()
      await page.getByRole('link', { name: '关闭' }).click()
      await page.locator('.mark-card').waitFor({ state: 'detached' })
      await hasQuery(
        page,
        tags.map((tag) => ['tag', tag]),
      )
      await page
        .getByRole('link', { name: `去掉标签${tags[0]}` })
        .first()
        .click()
      await hasQuery(page, [['tag', tags[1]]])
      assert.equal(await page.evaluate(() => 'isTheSameDocument' in window), true)
    }),
  )

  await t.test('a shared address shows the same map with and without JavaScript', async () => {
    for (const hasScript of [true, false])
      await tellStory(visit, { hasScript }, async ({ page, open }) => {
        const query = new URLSearchParams([...tags.map((tag) => ['tag', tag]), ['mark', markId]])
        for (const path of ['/', '/map']) {
          await open(`${path}?${query}`)
          await showsMark(page, mark)
          await showsCardsOf(page, await titlesWith(site.visitor, tags))
          assert.equal(await page.locator('.tag-filter > .chip[aria-current]').count(), 2)
        }
        await open(`/?place=${some.place.id}`)
        await page.locator(`.tour-title:has-text("${some.place.name}"):has-text("${some.place.count} 本书")`).waitFor()
        assert.ok((await page.locator('.swiper-card').count()) > 1)
        await open(`/?tour=${some.tour.id}`)
        await page.locator(`.tour-title strong:text-is("${some.tour.title}")`).waitFor()
        assert.equal(await page.locator('.swiper-card').count(), some.tour.countStops)
      })
  })

  await t.test('an unknown address shows a message and a working map', () =>
    visit({}, async ({ page, open }) => {
      const noId = '00000000-0000-7000-8000-000000000000'
      for (const query of [
        'mark=zz.zz',
        `mark=${noId}.${noId}`,
        'place=zz',
        `place=${noId}`,
        'tour=zz',
        `tour=${noId}`,
      ]) {
        await open(`/?${query}`)
        await page.locator('.map-missing:text-is("这个链接指的地方已经不在地图上了，先看看别处吧。")').waitFor()
        assert.equal(await page.locator('.mark-card').count(), 0)
        await page.locator('.swiper-card').first().waitFor()
        assert.equal(await page.getByText('这里还没有书').count(), 0)
        await page.getByRole('button', { name: '下一站' }).click()
        await page.locator('.swiper-card[aria-current]').waitFor()
        if (!query.startsWith('tour')) await page.locator('.map-missing').waitFor({ state: 'detached' })
      }
      await open('/?mark=zz')
      assert.equal(await page.locator('.mark-card').count(), 0)
      await open('/?tag=没有这样的标签')
      assert.equal(new URL(page.url()).search, '')
    }),
  )

  await t.test('the marks on the map match the address', async () => {
    const visitGlobe = await startBrowser(site.url, 'blank')
    await visitGlobe({}, async ({ page, open }) => {
      const tiles = watchTiles(page)
      await openGlobe({ page, open }, `/?${new URLSearchParams([['tag', tags[0]]])}`)
      assert.deepEqual(new Set(marksTags(tiles)), new Set([tags[0]]))
      tiles.length = 0
      await page.getByRole('button', { name: '全部标签' }).click()
      await page.locator(`.tag-panel .chip:text("${tags[1]}")`).first().click()
      await until('marks with both tags are requested', () => marksTags(tiles).includes(tags.join()))
      await page.keyboard.press('Escape')
      await page.goBack()
      await page.locator('.tag-filter > .chip[aria-current]').nth(1).waitFor({ state: 'detached' })
    })
  })
})

/** Returns the tags of every request that the page makes for a map tile with marks of books. */
function marksTags(tiles: ReturnType<typeof watchTiles>) {
  return tiles.filter(({ set }) => set === 'mark').map((tile) => tile.tags.join())
}

/**
 * Returns data for the tests: two tags that share a mark on the map, a mark that has both tags, a place with several
 * books, and a tour other than the first.
 */
async function somethingToShow({ tag, mark, place, tour }: Api) {
  const { list: all } = await tag.list()
  const [first] = all.filter(({ kind }) => kind === 'subject').sort((a, b) => b.count - a.count)
  assert.ok(first)
  const { list } = await mark.list({ tags: [first.name] })
  const told = list.find(({ properties: { sentence, tags } }) => sentence !== null && tags.length > 1)
  const other = told?.properties.tags.find((name) => name !== first.name)
  const [place1] = (await place.list()).list
  const [, tour2] = (await tour.list()).list
  assert.ok(told && other && place1 && tour2)
  // The URL of the map lists its tags in sorted order, so the test sorts them too.
  const tags = [first.name, other].toSorted() as [string, string]
  return { tags, mark: told, place: place1, tour: tour2 }
}

async function titlesWith({ mark }: Api, tags: readonly string[]) {
  const { list } = await mark.list({ tags: [...tags], limit: 40 })
  return list.map(({ properties }) => properties.title)
}

/** Waits until every card beside the map belongs to a book with one of the given titles. */
async function showsCardsOf(page: Page, titles: string[]) {
  await until('the cards are those of the tags', async () => {
    const shown = await page.locator('.swiper-title').allInnerTexts()
    return shown.length > 0 && shown.every((title) => titles.includes(title))
  })
}

async function hasQuery(page: Page, query: (readonly [string, string])[] | string[][]) {
  await page.waitForURL((url) => JSON.stringify([...url.searchParams]) === JSON.stringify(query))
}

async function showsMark(page: Page, { properties }: Mark) {
  const card = page.getByRole('region', { name: properties.title })
  await card.waitFor()
  const words = await card.innerText()
  const { place, region, reason, authors } = properties
  for (const word of [place, region, authors.join('、'), reason ?? '']) assert.ok(words.includes(word), word)
  assert.notEqual(await card.locator('.badge').first().innerText(), '')
  assert.equal(await card.getByRole('link', { name: '看这本书' }).getAttribute('href'), `/book/${properties.itemId}`)
}
