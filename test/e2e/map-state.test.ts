import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { startTestSite } from '../test-site.ts'
import { becomesAlive, startBrowser } from './browser.ts'
import {
  drawsNothingMore,
  globeIsDrawn,
  isOn,
  listMarks,
  mapIsAtRest,
  moves,
  openGlobe,
  until,
  watchTiles,
} from './globe.ts'
import { tellStory } from './tell-story.ts'

const initialCenter = [102, 36] as const
const asAtFirst = { style: 'outdoor', isGlobe: true, roads: 'false', labels: 'true', map: '户外', language: '简体中文' }

test('the display settings of the map', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'living')
  const visitStill = await startBrowser(site.url)

  await t.test('the map starts with the default settings and ignores invalid stored ones', () =>
    tellStory(visitStill, {}, async ({ page, open }) => {
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await open('/')
      assert.deepEqual(await choices(page), asAtFirst)
      await page.getByRole('button', { name: '暂停漫游' }).waitFor()
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await open('/')
      await page.getByRole('button', { name: '继续漫游' }).waitFor()
      // The style of the map follows the theme of the system, and a theme that the user chooses.
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.locator('.map-stage[data-style="dark"]').waitFor()
      await page.getByRole('button', { name: '外观：跟随系统，改为白天' }).click()
      await page.locator('.map-stage[data-style="outdoor"]').waitFor()
      await page.emulateMedia({ colorScheme: 'light' })
      await page.evaluate(() => localStorage.setItem('map', '{"projection":"cube","styleId":7}'))
      await open('/')
      assert.deepEqual(await choices(page), asAtFirst)
      const otherSettings = { projection: 'mercator', language: 'en', visibleRoad: true, visiblePlaceLabel: false }
      await page.evaluate(
        (text) => localStorage.setItem('map', text),
        JSON.stringify({ ...otherSettings, styleId: 'paper' }),
      )
      await open('/')
      await page.locator('.route-list').waitFor()
      assert.deepEqual(await choices(page), {
        style: 'paper',
        isGlobe: false,
        roads: 'true',
        labels: 'false',
        map: '古卷',
        language: 'English',
      })
    }),
  )

  await t.test('every setting takes effect at once, preserves the view and is saved', () =>
    visit({}, async ({ page, open }) => {
      const tiles = watchTiles(page)
      await openGlobe({ page, open })
      assert.ok(tiles.some((tile) => tile.set === 'relief' && isOn(tile, initialCenter)))
      assert.equal(
        tiles.some(({ set }) => set === 'satellite'),
        false,
      )
      const atFirst = await listMarks(page)
      await page.evaluate(() => Object.assign(window, { isTheSameDocument: true }))

      // The place names are switched off and on while they are Chinese, because on this small globe 中国 fits but no
      // English name does, so hiding English names would not change the picture.
      const names = page.getByRole('button', { name: '地名', exact: true })
      await changesPicture(page, () => names.click())
      await changesPicture(page, () => names.click())
      await page.getByRole('button', { name: '底图与语言' }).click()
      await changesPicture(page, () => page.getByLabel('English').click())
      await page.keyboard.press('Escape')
      await names.click()
      await page.getByRole('button', { name: '底图与语言' }).click()
      await changesPicture(page, () => page.locator('.style-choice:has-text("卫星")').click())
      await until('satellite tiles are requested', () => tiles.some(({ set }) => set === 'satellite'))
      await page.keyboard.press('Escape')
      await changesPicture(page, () => page.getByRole('button', { name: '改为平面地图' }).click())
      const chosen = {
        ...asAtFirst,
        style: 'satellite',
        isGlobe: false,
        labels: 'false',
        map: '卫星',
        language: 'English',
      }
      assert.deepEqual(await choices(page), chosen)
      await changesPicture(page, () => page.getByRole('button', { name: '改为地球' }).click())
      await moves(page, () => page.getByRole('button', { name: '放大', exact: true }).click())
      await moves(page, () => page.getByRole('button', { name: '缩小', exact: true }).click())
      assert.deepEqual(await listMarks(page), atFirst)
      await moves(page, () => page.getByRole('button', { name: '放大', exact: true }).click())
      assert.notDeepEqual(await listMarks(page), atFirst)
      await moves(page, () => page.getByRole('button', { name: '回到开始的地方' }).click())
      assert.deepEqual(await listMarks(page), atFirst)
      assert.equal(await page.evaluate(() => 'isTheSameDocument' in window), true)

      tiles.length = 0
      await page.reload()
      await becomesAlive(page)
      await globeIsDrawn(page)
      await mapIsAtRest(page)
      assert.deepEqual(await choices(page), { ...chosen, isGlobe: true })
      assert.deepEqual([...new Set(tiles.map(({ set }) => set))].sort(), ['base', 'mark', 'satellite'])
    }),
  )
})

/** Returns the selected options of the map's controls. */
async function choices(page: Page) {
  await page.locator('.layer-panel').waitFor({ state: 'attached' })
  const pressed = (name: string) => page.getByRole('button', { name, exact: true }).getAttribute('aria-pressed')
  const [map, language] = await page
    .locator('.layer-panel label:has(:checked)')
    .evaluateAll((all) => all.map((label) => label.textContent))
  return {
    style: await page.locator('.map-stage').getAttribute('data-style'),
    isGlobe: (await page.getByRole('button', { name: '改为平面地图' }).count()) === 1,
    roads: await pressed('路线'),
    labels: await pressed('地名'),
    map,
    language,
  }
}

/**
 * Runs an action and fails unless it changes the picture of the map, both in the middle and in a corner beside the
 * globe.
 */
async function changesPicture(page: Page, act: () => Promise<unknown>) {
  const box = await page.locator('.map-frame').boundingBox()
  assert.ok(box)
  const picture = async () => (await page.screenshot({ clip: box })).toString('base64')
  await drawsNothingMore(page)
  const before = await picture()
  await act()
  await until('the map has changed', async () => before !== (await picture()))
}
