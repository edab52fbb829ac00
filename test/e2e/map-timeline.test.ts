import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import type { Api } from '#shared/contract/client.ts'
import { startTestSite } from '../test-site.ts'
import { resize, startBrowser } from './browser.ts'
import { openGlobe, until, watchTiles } from './globe.ts'
import { requireAccessibleInBothThemes } from './require-accessible.ts'
import { listOverflowing } from './require-fit.ts'
import { tellStory } from './tell-story.ts'

const tang = { from: 581, to: 960 }

test('the timeline below the map', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const titlesOf = async (filter: Parameters<Api['mark']['list']>[0]) =>
    (await site.visitor.mark.list({ ...filter, limit: 40 })).list.map(({ properties }) => properties.title)
  const countOf = async (filter: Parameters<Api['place']['list']>[0]) =>
    (await site.visitor.place.list({ ...filter, limit: 0 })).countBooks

  await t.test('an age filters cards, list and address, and back and forward restore it', () =>
    tellStory(visit, {}, async ({ page, open }) => {
      await open('/')
      await page.locator('.timeline-handle').first().waitFor()
      await requireAccessibleInBothThemes(page, '.timeline')
      await page.getByRole('link', { name: '隋唐五代' }).click()
      await hasQuery(page, 'from=581&to=960')
      await showsCardsOf(page, await titlesOf(tang))
      await hasText(page, `隋唐五代（581–960 年）${await countOf(tang)} 本书`)
      await page.locator('.place-index-lead:has-text("写到隋唐五代（581–960 年）的书")').waitFor()
      await page.locator('.tour-play[aria-label="继续漫游"]').waitFor()
      await requireAccessibleInBothThemes(page, '.timeline')

      await page.getByRole('link', { name: '当代' }).click()
      await hasQuery(page, 'from=1949')
      await showsCardsOf(page, await titlesOf({ from: 1949 }))
      await page.goBack()
      await hasQuery(page, 'from=581&to=960')
      await page.locator('.timeline-ages [aria-current]:has-text("隋唐")').waitFor()
      await showsCardsOf(page, await titlesOf(tang))

      await page.locator('.tag-filter > .chip', { hasText: '历史' }).click()
      await hasQuery(page, `${new URLSearchParams({ tag: '历史' })}&from=581&to=960`)
      await showsCardsOf(page, await titlesOf({ ...tang, tags: ['历史'] }))
      await page.locator('.timeline').getByRole('link', { name: '全部年代' }).click()
      await hasQuery(page, `${new URLSearchParams({ tag: '历史' })}`)
      await hasText(page, `全部年代${await countOf({ tags: ['历史'] })} 本书`)
    }),
  )

  await t.test(`two sliders set the window by the keyboard`, () =>
    tellStory(visit, {}, async ({ page, open }) => {
      await open('/?from=581&to=960')
      const [from, to] = [
        page.getByRole('slider', { name: '从哪一年' }),
        page.getByRole('slider', { name: '到哪一年' }),
      ]
      const says = (slider: typeof from, text: string) =>
        until(`the slider says ${text}`, async () => (await slider.getAttribute('aria-valuetext')) === text)
      await says(from, '581 年，隋')
      await from.focus()
      for (const [key, text] of [
        ['ArrowRight', '618 年，唐'],
        ['ArrowLeft', '581 年，隋'],
        ['PageDown', '220 年，三国、西晋'],
        ['Home', '最早，上古、西周'],
        ['ArrowUp', '公元前 770 年，春秋'],
        ['End', '907 年，五代'],
        ['ArrowRight', '907 年，五代'],
      ] as const) {
        await page.keyboard.press(key)
        await says(from, text)
      }
      await hasQuery(page, 'from=907&to=960')
      assert.equal(await from.evaluate((slider) => slider === document.activeElement), true)
      await page.keyboard.press('Tab')
      assert.equal(await to.evaluate((slider) => slider === document.activeElement), true)
      await page.keyboard.press('End')
      await says(to, '今天，当代')
      await hasQuery(page, 'from=907')
      await page.keyboard.press('ArrowLeft')
      await says(to, '2000 年，当代')
      await hasQuery(page, 'from=907&to=2000')
      await page.keyboard.press('End')
      await hasQuery(page, 'from=907')
      // Key presses in quick succession make only one entry in the browser's history.
      await Promise.all([page.keyboard.press('ArrowLeft'), page.keyboard.press('Home')])
      await says(to, '960 年，五代')
      await hasQuery(page, 'from=907&to=960')
      await page.goBack()
      await hasQuery(page, 'from=907')
    }),
  )

  await t.test(`dragging draws, widens and moves the window`, () =>
    tellStory(visit, {}, async ({ page, open }) => {
      await open('/')
      await page.locator('.timeline-handle').first().waitFor()
      const drag = async (from: number, to: number) => {
        const box = await page.locator('.timeline-track').boundingBox()
        assert.ok(box)
        const at = (period: number) => [box.x + (box.width * (period + 0.5)) / 30, box.y + box.height / 2] as const
        await page.mouse.move(...at(from))
        await page.mouse.down()
        await page.mouse.move(...at((from + to) / 2))
        await page.mouse.move(...at(to))
        await page.mouse.up()
      }
      await drag(9, 11)
      await hasQuery(page, 'from=618&to=960')
      await drag(10, 14)
      await hasQuery(page, 'from=1127&to=1368')
      const handle = await page.getByRole('slider', { name: '到哪一年' }).boundingBox()
      assert.ok(handle && handle.width >= 24 && handle.height >= 24)
      // The handle at the end of the window lies in the first period after the window, so a drag that starts in this
      // period moves the end of the window.
      await drag(16, 18)
      await hasQuery(page, 'from=1127&to=1644')
      await drag(29, 29)
      await hasQuery(page, 'from=2000')
      await showsCardsOf(page, await titlesOf({ from: 2000 }))
    }),
  )

  await t.test(`without JavaScript the ages are links and the list is filtered`, () =>
    tellStory(visit, { hasScript: false }, async ({ page, open }) => {
      await open('/map')
      await page.getByRole('link', { name: '隋唐五代' }).click()
      await page.locator('.timeline-ages [aria-current]:has-text("隋唐")').waitFor()
      assert.equal(new URL(page.url()).search, '?from=581&to=960')
      await page.locator('.place-index-lead:has-text("写到隋唐五代（581–960 年）的书")').waitFor()
      const { countPlaces } = await site.visitor.place.list({ ...tang, limit: 0 })
      // The list of places contains only the 40 places with the most books, and says so.
      assert.ok(countPlaces > 40, `${countPlaces} places`)
      await page.locator('.place-index-lead:has-text("书最多的 40 处在这里")').waitFor()
      assert.equal(await page.locator('.place-index-places a').count(), 40)
      await showsCardsOf(page, await titlesOf(tang))
      await page.locator('.timeline').getByRole('link', { name: '全部年代' }).click()
      await page.locator('.timeline-clear').waitFor({ state: 'detached' })
    }),
  )

  for (const width of [320, 390]) {
    for (const path of ['/', '/?from=960&to=1279']) {
      await t.test(`${path} has two rows of touch targets that do not cover each other, at ${width} px`, () =>
        visit({}, async ({ page, open }) => {
          await resize(page, { width, height: 844 })
          await open(path)
          await page.locator('.timeline-handle').first().waitFor()
          const boxes = await page
            .locator('.timeline :is(a, button, .timeline-handle)')
            .evaluateAll((all) => all.map((one) => ({ name: one.className, box: one.getBoundingClientRect() })))
          assert.equal(boxes.length, path === '/' ? 13 : 14)
          for (const { name, box } of boxes) assert.ok(box.height >= 44 && box.width >= 24, name)
          for (const [index, { box }] of boxes.entries())
            for (const { name, box: other } of boxes.slice(index + 1))
              assert.ok(overlapOf(box, other) < 1, `${name} covers another target`)
          const timeline = await page.locator('.timeline').boundingBox()
          assert.ok(timeline && timeline.height <= 92)
          const wide = page.locator('.timeline-ages span').evaluateAll((all) =>
            all.flatMap((name) => {
              const { width = 0 } = name.parentElement?.getBoundingClientRect() ?? {}
              return name.getBoundingClientRect().width > width + 0.5 ? [name.textContent] : []
            }),
          )
          assert.deepEqual(await wide, [])
          assert.deepEqual(await listOverflowing(page), [])
        }),
      )
    }
  }

  await t.test('time passes until it is stopped, and one step back leads to the start', () =>
    visit({}, async ({ page, open }) => {
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await open('/')
      await page.getByRole('button', { name: '让时间流动' }).click()
      await hasQuery(page, 'to=-770')
      await page.locator('.tour-play[aria-label="继续漫游"]').waitFor()
      await hasQuery(page, 'from=-770&to=-475')
      await page.locator('.timeline').getByRole('button', { name: '暂停' }).click()
      await page.getByRole('button', { name: '让时间流动' }).waitFor()
      await page.goBack()
      await hasQuery(page, '')
      await hasText(page, `全部年代${await countOf({})} 本书`)
      // While the timeline plays, a window of several periods keeps its width. Starting the tour stops the timeline.
      await open('/?from=1912&to=1978')
      await page.getByRole('button', { name: '让时间流动' }).click()
      await hasQuery(page, 'from=1937&to=2000')
      await page.getByRole('button', { name: '继续漫游' }).click()
      await page.getByRole('button', { name: '让时间流动' }).waitFor()
    }),
  )

  await t.test('with reduced motion the button goes on by one period at each press', () =>
    visit({}, async ({ page, open }) => {
      await open('/?from=1949&to=1978')
      const next = page.getByRole('button', { name: '下一个时期' })
      await next.click()
      await hasQuery(page, 'from=1978&to=2000')
      await next.click()
      await hasQuery(page, 'from=2000')
      await next.click()
      await hasQuery(page, 'to=-770')
      await page.goBack()
      await hasQuery(page, 'from=2000')
    }),
  )

  await t.test('the address is made canonical, and years that are no window are ignored', () =>
    visit({}, async ({ page, open }) => {
      await open('/?from=700&to=800')
      await hasText(page, `618–907 年${await countOf({ from: 618, to: 907 })} 本书`)
      for (const query of ['from=900&to=100', 'from=唐', 'from=-5000&to=2100']) {
        await open(`/?${query}`)
        await hasText(page, `全部年代${await countOf({})} 本书`)
      }
    }),
  )

  await t.test('the marks on the map match the years', async () => {
    const visitGlobe = await startBrowser(site.url, 'blank')
    await visitGlobe({}, async ({ page, open }) => {
      const tiles = watchTiles(page)
      await openGlobe({ page, open }, '/?from=581&to=960')
      const starts = () => new Set(tiles.filter(({ set }) => set === 'mark').map(({ from }) => from))
      assert.deepEqual(starts(), new Set(['581']))
      tiles.length = 0
      await page.getByRole('link', { name: '宋辽金' }).click()
      await until('the marks of the other age are requested', () => starts().has('960'))
    })
  })
})

/** Returns the width of what two boxes have in common; 0 if they have nothing in common. */
function overlapOf(one: DOMRect, other: DOMRect): number {
  const isBeside = one.bottom <= other.top + 1 || other.bottom <= one.top + 1
  return isBeside ? 0 : Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left))
}

async function hasQuery(page: Page, query: string) {
  await page.waitForURL((url) => url.search === (query === '' ? '' : `?${query}`))
}

async function hasText(page: Page, text: string) {
  await until(`the timeline says ${text}`, async () => (await page.locator('.timeline-text').textContent()) === text)
}

/** Waits until every card beside the map belongs to a book with one of the given titles. */
async function showsCardsOf(page: Page, titles: string[]) {
  assert.ok(titles.length > 0)
  await until('the cards are those of the filter', async () => {
    const shown = await page.locator('.swiper-title').allInnerTexts()
    return shown.length > 0 && shown.every((title) => titles.includes(title))
  })
}
