import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import type { Bounds } from '#shared/api/place/mark.ts'
import type { PlaceEntry } from '#shared/api/place/place.ts'
import { startTestSite } from '../test-site.ts'
import { bothScreens, startBrowser } from './browser.ts'
import { drawsNothingMore, openGlobe, until } from './globe.ts'

/** Three tags: the places of the first are in view at first, those of the second on the far side of the globe. */
const [near, far, everywhere] = ['江南', '拉丁美洲', '爱情']

test('chosen tags move the map', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'blank')
  const placesOf = async (...tags: string[]) => (await site.visitor.place.list({ tags })).list

  for (const screen of bothScreens) {
    await t.test(`a link with a tag flies to its marks, on a ${screen}`, () =>
      visit({ screen }, async ({ page, open }) => {
        const views = watchViews(page)
        await openGlobe({ page, open }, addressOf(far))
        await comesToView(views, await placesOf(far))
      }),
    )

    await t.test(`a second tag flies to the marks of both, and other tags to theirs, on a ${screen}`, () =>
      visit({ screen }, async ({ page, open }) => {
        const views = watchViews(page)
        await openGlobe({ page, open }, addressOf(everywhere))
        await drawsNothingMore(page)
        views.length = 0
        await toggleTag(page, far)
        await comesToView(views, await placesOf(everywhere, far))
        await toggleTag(page, everywhere)
        await toggleTag(page, far)
        await toggleTag(page, near)
        await comesToView(views, await placesOf(near))
      }),
    )
  }

  await t.test('a tag whose marks are in view leaves the map where it is', () =>
    visit({}, async ({ page, open }) => {
      await openGlobe({ page, open })
      const views = watchViews(page)
      const compared = page.waitForResponse((answer) => answer.request().postDataJSON()?.limit === 100)
      await toggleTag(page, near)
      await compared
      await drawsNothingMore(page)
      assert.deepEqual(views, [])
    }),
  )
})

function addressOf(tag: string) {
  return `/?${new URLSearchParams({ tag })}`
}

async function toggleTag(page: Page, tag: string) {
  const panel = page.locator('#tag-panel')
  if (!(await panel.isVisible())) await page.getByRole('button', { name: '全部标签' }).click()
  await panel
    .locator('.chip')
    .filter({ hasText: new RegExp(`^${tag}\\d*$`) })
    .click()
}

/** Records the bounds of every view for which the page requests the marks, which it does after each move of the map. */
function watchViews(page: Page): Bounds[] {
  const views: Bounds[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/v1/mark/list')) return
    const { bounds } = request.postDataJSON() as { bounds?: Bounds }
    if (bounds !== undefined) views.push(bounds)
  })
  return views
}

/** Waits until most of the books of the places are in the latest view of the map. */
async function comesToView(views: Bounds[], places: PlaceEntry[]) {
  const all = places.reduce((sum, { count }) => sum + count, 0)
  await until('the map shows the places', () => {
    const bounds = views.at(-1)
    const shown = places.filter((place) => bounds !== undefined && isIn(bounds, place))
    return shown.reduce((sum, { count }) => sum + count, 0) > 0.7 * all
  })
}

function isIn([west, south, east, north]: Bounds, { lng, lat }: PlaceEntry) {
  const isBetween = west <= east ? lng >= west && lng <= east : lng >= west || lng <= east
  return isBetween && lat >= south && lat <= north
}
