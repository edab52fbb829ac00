import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { startTestSite } from '../test-site.ts'
import { showsUser } from './account-form.ts'
import { comesToRest, resize, startBrowser } from './browser.ts'
import { requireFit, listOverflowing } from './require-fit.ts'
import { failedLoad } from './every-route.ts'

const night = 'rgb(20, 22, 26)'
const day = 'rgb(255, 253, 249)'

test('the themes', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const { token } = await site.newUser('名字很长很长很长很长很长很长的读者')

  for (const theme of ['light', 'dark'] as const) {
    await t.test(`a chosen theme is saved and applied without a flash, on a ${theme} system`, () =>
      visit({ theme, before: noteThemeOfTheFirstPaint }, async ({ page, open }) => {
        const system = theme === 'dark' ? night : day
        await open('/book')
        assert.deepEqual(await themes(page), [null, null, system])
        await page.getByRole('button', { name: '外观：跟随系统，改为白天' }).click()
        await page.getByRole('button', { name: '外观：白天，改为夜航' }).waitFor()
        assert.deepEqual(await themes(page), [null, 'light', day])
        await page.getByRole('button', { name: '外观：白天，改为夜航' }).click()
        await page.getByRole('button', { name: '外观：夜航，改为跟随系统' }).waitFor()
        await page.locator('.book-card').first().click()
        await page.locator('.book-page').waitFor()
        assert.deepEqual(await themes(page), [null, 'dark', night])
        // The test opens one page of each layout and checks its theme.
        for (const path of ['/', '/user/userInfo', '/user/login', '/admin/search']) {
          await open(path)
          assert.deepEqual(await themes(page), ['dark', 'dark', night], path)
        }
        await open('/')
        await page.getByRole('button', { name: '外观：夜航，改为跟随系统' }).click()
        await page.getByRole('button', { name: '外观：跟随系统，改为白天' }).waitFor()
        assert.deepEqual(await themes(page), ['dark', null, system])
        await open('/book')
        assert.deepEqual(await themes(page), [null, null, system])
      }),
    )
  }

  for (const theme of ['light', 'dark'] as const) {
    await t.test(`the text over the map has enough contrast on every basemap, in the ${theme} theme`, () =>
      visit({ theme }, async ({ page, open }) => {
        await open('/')
        for (const ground of ['#000', '#fff']) assert.ok((await contrastOver(page, ground)) >= 4.5, ground)
      }),
    )
  }

  await t.test('drawn maps have the colours of the theme, whatever the system prefers', () =>
    visit({}, async ({ page, open }) => {
      const lightnessOf = async (selector: string) => {
        const picture = page.locator(selector)
        await picture.scrollIntoViewIfNeeded()
        await picture.and(page.locator('img')).evaluate((image: HTMLImageElement) => image.decode())
        const { channels } = await sharp(await picture.screenshot())
          .removeAlpha()
          .stats()
        return channels.reduce((sum, { mean }) => sum + mean, 0) / 3
      }
      const place = await site.visitor.place.named({ name: '西安' })
      for (const [path, selector] of [
        ['/', '.map-still'],
        [`/place/${place.id}`, '.place-head img'],
        [`/place/${place.id}`, '.relief-map img'],
      ] as const) {
        await page.emulateMedia({ colorScheme: 'light' })
        await open(path)
        const light = await lightnessOf(selector)
        await page.emulateMedia({ colorScheme: 'dark' })
        const dark = await lightnessOf(selector)
        assert.ok(dark < light / 2, `${selector}: ${dark} of ${light}`)
      }
      await page.evaluate(() => void (document.documentElement.dataset['theme'] = 'light'))
      assert.ok((await lightnessOf('.relief-map img')) > 150)
    }),
  )

  await t.test('the handles of the timeline differ from its bars', () =>
    visit({}, async ({ page, open }) => {
      const styleOf = (selector: string, property: string, part?: string) =>
        page
          .locator(selector)
          .first()
          .evaluate(
            (element, [name = '', part]) => getComputedStyle(element, part).getPropertyValue(name),
            [property, part],
          )
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await open('/')
        const handle = await styleOf('.timeline-handle', 'background-color', '::after')
        assert.notEqual(handle, await styleOf('.timeline-bars', 'fill'))
      }
    }),
  )

  await t.test('a long user name and the account menu fit every window', () =>
    visit({ token }, async ({ page, open }) => {
      await open('/book')
      await showsUser(page, '名字很长很长很长很长很长很长的读者')
      await page.locator('.account-button').click()
      await page.locator('#account-menu:popover-open .account-logout').waitFor()
      await requireFit(page)
    }),
  )

  await t.test('a form with errors fits a small phone', () =>
    visit({ expected: [failedLoad] }, async ({ page, open }) => {
      await resize(page, { width: 320, height: 640 })
      await open('/user/register')
      await page.getByRole('button', { name: '获取验证码' }).click()
      await page.getByRole('button', { name: '注册', exact: true }).click()
      await page.locator('.field-error').first().waitFor()
      assert.deepEqual(await listOverflowing(page), [])
    }),
  )
})

declare global {
  interface Window {
    themeAtFirstPaint?: string | null
  }
}

/** Records the theme when the body appears, because nothing is painted before the document has a body. */
function noteThemeOfTheFirstPaint() {
  const observer = new MutationObserver(() => {
    if (document.body === null) return
    window.themeAtFirstPaint = document.documentElement.dataset['theme'] ?? null
    observer.disconnect()
  })
  observer.observe(document, { childList: true, subtree: true })
}

/**
 * Returns the lowest WCAG contrast between the introduction text on the map and any pixel of the CSS background
 * `ground` behind it.
 */
async function contrastOver(page: Page, ground: string): Promise<number> {
  const words = page.locator('.map-intro p')
  await page.evaluate(() => (document.adoptedStyleSheets = []))
  const ink = await words.evaluate((element) => getComputedStyle(element).color)
  await page.evaluate((ground) => {
    const styles = new CSSStyleSheet()
    styles.replaceSync(`
      .map-stage { background: ${ground} !important }
      .map-frame { visibility: hidden }
      .map-intro * { color: transparent !important }`)
    document.adoptedStyleSheets = [styles]
  }, ground)
  const pixels = await sharp(await words.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer()
  const text = luminance((ink.match(/\d+/g) ?? []).map(Number))
  let least = 21
  for (let at = 0; at < pixels.length; at += 3) {
    const back = luminance([...pixels.subarray(at, at + 3)])
    least = Math.min(least, (Math.max(text, back) + 0.05) / (Math.min(text, back) + 0.05))
  }
  return least
}

function luminance(channels: number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns three properties of the page: the theme at the first paint, the current theme, and the background colour. */
async function themes(page: Page) {
  await comesToRest(page)
  return page.evaluate(() => {
    const { dataset } = document.documentElement
    const { backgroundColor } = getComputedStyle(document.documentElement)
    return [window.themeAtFirstPaint, dataset['theme'] ?? null, backgroundColor]
  })
}
