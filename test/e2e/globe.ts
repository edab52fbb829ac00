import type { Page } from 'playwright'
import { resize, type Visit } from './browser.ts'

/** Maximum time in milliseconds for drawing the map's globe without a graphics card. */
const drawing = 90_000
/**
 * Size in pixels of a browser window that is just wide enough for the desktop layout, so that there is little to draw.
 */
const smallDesktop = { width: 1024, height: 700 }

/** Opens the map and waits until the living (interactive) map is at rest; a running tour is paused. */
export async function openGlobe({ page, open }: Visit, path = '/') {
  if ((page.viewportSize()?.width ?? 0) > smallDesktop.width) await resize(page, smallDesktop)
  // Callbacks of `requestIdleCallback` load the living (interactive) map. They are held back until the tour is paused,
  // because otherwise the tour could already have moved the map.
  const held = await page.addInitScript(holdIdleCalls)
  await open(path)
  await held.dispose()
  const pause = page.getByRole('button', { name: '暂停漫游' })
  if ((await pause.count()) > 0) await pause.click()
  await page.evaluate(() => window.releaseIdleCalls())
  await globeIsDrawn(page)
  await mapIsAtRest(page)
}

declare global {
  interface Window {
    releaseIdleCalls: () => void
  }
}

function holdIdleCalls() {
  const { requestIdleCallback } = window
  const waiting: Parameters<typeof requestIdleCallback>[] = []
  window.requestIdleCallback = (...call) => waiting.push(call)
  window.releaseIdleCalls = () => {
    window.requestIdleCallback = requestIdleCallback
    for (const call of waiting) requestIdleCallback(...call)
  }
}

/** Waits until the living (interactive) map has replaced the still picture. */
export async function globeIsDrawn(page: Page) {
  await page.locator('.globe-view[data-drawn="true"]').waitFor({ state: 'attached', timeout: drawing })
}

/** Waits until the map is at rest, because only a map at rest has buttons for its marks. */
export async function mapIsAtRest(page: Page) {
  await page.locator('.mark-buttons button').first().waitFor({ state: 'attached', timeout: drawing })
}

/**
 * Waits until the map has loaded and drawn everything that the last action of the test requires. An action takes effect
 * only in the next frame, so the function waits for two frames first.
 */
export async function drawsNothingMore(page: Page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.locator('.globe-canvas[aria-busy="false"]').waitFor({ timeout: drawing })
}

export interface SeenMark {
  label: string
  x: number
  y: number
}

/**
 * Lists the marks of the map at rest with their positions in the window. Two equal lists mean that the map has not
 * moved.
 */
export async function listMarks(page: Page): Promise<SeenMark[]> {
  await mapIsAtRest(page)
  return page.locator('.mark-buttons button').evaluateAll((all) =>
    all.map((button) => {
      const { x, y, width, height } = button.getBoundingClientRect()
      return { label: button.textContent, x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
    }),
  )
}

/** Runs an action that moves the map and waits until the map is at rest again. */
export async function moves(page: Page, act: () => Promise<unknown>) {
  // The page removes the buttons of the marks when the map moves, and adds new ones when the map is at rest again.
  const [mark] = await page.locator('.mark-buttons li').elementHandles()
  await act()
  if (mark !== undefined) await page.waitForFunction((element) => !element.isConnected, mark, { timeout: drawing })
  await mapIsAtRest(page)
}

interface TileRequest {
  set: string
  z: number
  x: number
  y: number
  tags: string[]
  from: string | null
}

/** Records every map tile that the page requests from now on. */
export function watchTiles(page: Page): TileRequest[] {
  const tiles: TileRequest[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const [, set = '', z, x, y] = /^\/tiles\/([^/]+)(?:\/.*)?\/(\d+)\/(\d+)\/(\d+)/.exec(pathname) ?? []
    if (set !== '')
      tiles.push({
        set,
        z: Number(z),
        x: Number(x),
        y: Number(y),
        tags: searchParams.getAll('tag'),
        from: searchParams.get('from'),
      })
  })
  return tiles
}

/** Returns whether a point of the globe, given by longitude and latitude, lies on a map tile. */
export function isOn({ z, x, y }: TileRequest, [lng, lat]: readonly [number, number]): boolean {
  const mercator = Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / Math.PI
  return x === Math.floor(((lng + 180) / 360) * 2 ** z) && y === Math.floor(((1 - mercator) / 2) * 2 ** z)
}

/** Waits until a condition is true, and fails after the time limit for drawing a globe. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>) {
  for (const end = Date.now() + drawing; Date.now() < end; await new Promise((done) => setTimeout(done, 100)))
    if (await isSo()) return
  throw new Error(`in vain waited until ${what}`)
}
