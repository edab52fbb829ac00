import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import type { Mark } from '#shared/api/place/mark.ts'
import { startTestSite } from '../test-site.ts'
import { holdMapStill, resize, startBrowser } from './browser.ts'
import { boundsOfCell } from '#web/map/marks/open-cluster.ts'
import { listMarks, moves, openGlobe, type SeenMark, until, watchTiles } from './globe.ts'

test('the cards follow the map', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'blank')
  const [tag] = (await site.visitor.tag.list()).list.filter(({ kind }) => kind === 'subject')
  assert.ok(tag)

  await t.test('the card of a book with several places names its setting', async () => {
    const { list: tags } = await site.visitor.tag.list()
    for (const { name } of tags) {
      const { list } = await site.visitor.mark.list({ tags: [name], limit: 40 })
      const own = [...Map.groupBy(list, ({ properties }) => properties.itemId).values()]
      // The setting is not the first of the book's marks, so that a card of the first mark would fail the test too.
      const marks = own.slice(0, 12).find((all) => all.findIndex(isSetting) > 0)
      if (marks === undefined) continue
      const html = await (await fetch(`${site.url}/?tag=${encodeURIComponent(name)}`)).text()
      const [, , ...cards] = html.split('class="swiper-')
      const title = marks[0]?.properties.title
      const card = cards[cards.findIndex((part) => part.startsWith('title"') && part.includes(`>${title}<`)) + 1] ?? ''
      const places = marks.filter((mark) => card.includes(`href="/place/${mark.properties.placeId}"`))
      assert.ok(places.length === 1 && places.every(isSetting), `${title}: ${card}`)
      return
    }
    assert.fail('no book has a setting after another place')
  })

  await t.test('moving from card to card moves the map', () =>
    visit({}, async ({ page, open }) => {
      await openGlobe({ page, open }, `/?tag=${encodeURIComponent(tag.name)}`)
      const last = (await page.locator('.swiper-card').count()) - 1
      assert.ok(last > 3)
      assert.equal(await currentCard(page), 0)
      await page.locator('button[aria-label="上一张"][aria-disabled="true"]').waitFor({ state: 'attached' })

      await moves(page, () => page.getByRole('button', { name: '下一张' }).click())
      assert.equal(await currentCard(page), 1)
      await isInTheMiddle(page)
      await page.locator('.swiper-card[aria-current] .swiper-title').focus()
      for (const [key, at] of [
        ['End', last],
        ['ArrowLeft', last - 1],
        ['Home', 0],
        ['ArrowRight', 1],
      ] as const) {
        await page.keyboard.press(key)
        await page.waitForFunction((wanted) => {
          const cards = [...document.querySelectorAll('.swiper-card')]
          return cards.findIndex((card) => card.ariaCurrent === 'true') === wanted
        }, at)
      }
      await until('the current card is at the start', () =>
        page.locator('.swiper-card[aria-current]').evaluate((card) => {
          const { left, right } = card.getBoundingClientRect()
          return left >= 0 && right < innerWidth / 2
        }),
      )
      await until('the map is there', () =>
        isInTheMiddle(page).then(
          () => true,
          () => false,
        ),
      )
    }),
  )

  await t.test('moving the map shows the cards of the visible marks', () =>
    visit({}, async ({ page, open }) => {
      await openGlobe({ page, open })
      const listed = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/mark/list'))
      await moves(page, () => drag(page, -160))
      const { data } = (await (await listed).json()) as {
        data: { countItems: number; list: { properties: { title: string } }[] }
      }
      await page.locator(`.tour-title:has-text("画面里有 ${data.countItems} 本书")`).waitFor()
      const titles = data.list.map(({ properties }) => properties.title)
      for (const title of await page.locator('.swiper-title').allInnerTexts()) assert.ok(titles.includes(title), title)

      // The test zooms in until a book has a mark of its own. A click on this mark opens the book's card.
      const book = await nearTo(page, /^《/)
      await page.mouse.click(book.x, book.y)
      await page.waitForURL(/mark=/)
      const title = /^《(.*)》/.exec(book.label)?.[1] ?? '-'
      await page.locator(`.mark-card h2:has-text("${title}")`).waitFor()
      await page.locator(`.swiper-card[aria-current][data-opened] .swiper-title:text-is("${title}")`).waitFor()
    }),
  )

  await t.test('a card ends a name that is too long with an ellipsis', () =>
    visit({ before: holdMapStill }, async ({ page, open }) => {
      const latinAmerica = await site.visitor.mark.list({ bounds: [-120, -40, -40, 30], limit: 40 })
      const mark = latinAmerica.list.find(({ properties }) => properties.authors.join().length > 9)?.properties
      assert.ok(mark)
      await resize(page, { width: 320, height: 700 })
      await open(`/?mark=${mark.itemId}.${mark.placeId}`)
      const cards = page.locator('.swiper-card', { has: page.locator(`.swiper-title:text-is("${mark.title}")`) })
      const author = cards.first().locator('.swiper-where a').first()
      assert.equal(await author.innerText(), mark.authors[0])
      const seen = await author.evaluate((link) => ({
        isCut: link.scrollWidth > link.clientWidth,
        ending: getComputedStyle(link).textOverflow,
        endsInside: link.getBoundingClientRect().right <= (link.closest('p')?.getBoundingClientRect().right ?? 0),
      }))
      assert.deepEqual(seen, { isCut: true, ending: 'ellipsis', endsInside: true })
    }),
  )

  await t.test('at the closest zoom the cards show the books of marks that fall together', () =>
    visit({}, async ({ page, open }) => {
      const { list } = await site.visitor.place.list()
      const cellOf = ({ lng, lat }: { lng: number; lat: number }) => boundsOfCell([lng, lat], 8).join()
      const crowd = [...Map.groupBy(list, cellOf).values()].find((places) => places.length > 1)
      assert.ok(crowd?.[0])
      const tiles = watchTiles(page)
      await openGlobe({ page, open }, `/?place=${crowd[0].id}`)
      const closer = page.getByRole('button', { name: '放大', exact: true })
      for (let zoom = 5; zoom < 8; zoom++) await moves(page, () => closer.click())
      await closer.click()
      const cluster = page.locator('.mark-buttons button').filter({ hasText: '看下面的卡片' }).first()
      await cluster.waitFor({ state: 'attached' })
      const [, count] = /有 (\d+) 本书/.exec(await cluster.innerText()) ?? []
      await cluster.focus()
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => !url.searchParams.has('place'))
      await page.locator(`.tour-title:has-text("画面里有 ${count} 本书")`).waitFor()
      assert.ok(tiles.some(({ set, z }) => set === 'mark' && z === 8))
      assert.ok(tiles.every(({ z }) => z <= 8))
    }),
  )
})

function isSetting({ properties }: Mark) {
  return properties.kinds.includes('setting')
}

function currentCard(page: Page) {
  return page
    .locator('.swiper-card')
    .evaluateAll((cards) => cards.findIndex((card) => card.getAttribute('aria-current') === 'true'))
}

/**
 * Returns whether the mark of the current card, alone or in a cluster, is near the middle of that part of the map which
 * no panel covers.
 */
async function isInTheMiddle(page: Page) {
  const frame = await page.locator('.map-frame').boundingBox()
  assert.ok(frame)
  const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2]
  const distances = (await listMarks(page)).map((mark) => Math.hypot(mark.x - x, mark.y - y))
  assert.ok(Math.min(...distances) < 50, `${distances}`)
}

async function drag(page: Page, by: number) {
  const frame = await page.locator('.map-frame').boundingBox()
  assert.ok(frame)
  const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= 8; step++) await page.mouse.move(x + (by * step) / 8, y)
  await page.mouse.up()
}

/**
 * Clicks the cluster nearest to the middle of the map, again and again, until a mark with a matching label is
 * visible.
 */
async function nearTo(page: Page, wanted: RegExp): Promise<SeenMark> {
  for (let step = 0; step < 6; step++) {
    const marks = await listMarks(page)
    const free: SeenMark[] = []
    for (const mark of marks)
      if (await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.tagName === 'CANVAS', mark))
        free.push(mark)
    const found = free.find(({ label }) => wanted.test(label))
    if (found !== undefined) return found
    const cluster = free.find(({ label }) => label.startsWith('这一带有'))
    assert.ok(cluster, 'nothing on the map can be opened')
    await moves(page, () => page.mouse.click(cluster.x, cluster.y))
  }
  return assert.fail('no book stands alone')
}
