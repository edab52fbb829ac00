import type { Page } from 'playwright'
import { resize, type Visit } from './browser.ts'

/** A globe drawn without a graphics card takes its time. */
const drawing = 90_000
/** Wide enough for all that a desktop has, with as little to draw as can be. */
const smallDesktop = { width: 1024, height: 700 }

/** Opens the map and waits until it stands before one, at rest: a tour that would go on is paused. */
export async function openGlobe({ page, open }: Visit, path = '/') {
  if ((page.viewportSize()?.width ?? 0) > smallDesktop.width) await resize(page, smallDesktop)
  // The map, which comes when there is nothing better to do, comes once the tour is paused: else it might have departed.
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

/** Waits until the living map has taken the place of the still picture. */
export async function globeIsDrawn(page: Page) {
  await page.locator('.globe-view[data-drawn="true"]').waitFor({ state: 'attached', timeout: drawing })
}

/** Only at rest the map has buttons for its marks. */
export async function mapIsAtRest(page: Page) {
  await page.locator('.mark-buttons button').first().waitFor({ state: 'attached', timeout: drawing })
}

export interface SeenMark {
  label: string
  x: number
  y: number
}

/** The marks on the map at rest and where in the window they stand: where they stay, the view has stayed. */
export async function listMarks(page: Page): Promise<SeenMark[]> {
  await mapIsAtRest(page)
  return page.locator('.mark-buttons button').evaluateAll((all) =>
    all.map((button) => {
      const { x, y, width, height } = button.getBoundingClientRect()
      return { label: button.textContent, x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
    }),
  )
}

/** Does something that moves the map, and waits for it to rest where it then is. */
export async function moves(page: Page, act: () => Promise<unknown>) {
  // Every movement takes the buttons of the marks away, and rest brings others.
  const [mark] = await page.locator('.mark-buttons li').elementHandles()
  await act()
  if (mark !== undefined) await page.waitForFunction((element) => !element.isConnected, mark, { timeout: drawing })
  await mapIsAtRest(page)
}

export interface TileRequest {
  set: string
  z: number
  x: number
  y: number
  tags: string[]
}

/** Notes every tile the page asks for from now on. */
export function watchTiles(page: Page): TileRequest[] {
  const tiles: TileRequest[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const [, set = '', z, x, y] = /^\/tiles\/([^/]+)(?:\/.*)?\/(\d+)\/(\d+)\/(\d+)/.exec(pathname) ?? []
    if (set !== '') tiles.push({ set, z: Number(z), x: Number(x), y: Number(y), tags: searchParams.getAll('tag') })
  })
  return tiles
}

/** Whether a point lies on a tile. */
export function isOn({ z, x, y }: TileRequest, [lng, lat]: readonly [number, number]): boolean {
  const mercator = Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / Math.PI
  return x === Math.floor(((lng + 180) / 360) * 2 ** z) && y === Math.floor(((1 - mercator) / 2) * 2 ** z)
}

/** Waits for something the page does sooner or later. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>) {
  for (const end = Date.now() + drawing; Date.now() < end; await new Promise((done) => setTimeout(done, 100)))
    if (await isSo()) return
  throw new Error(`in vain waited until ${what}`)
}
