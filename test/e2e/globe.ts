import type { Page } from 'playwright'

/** A globe drawn without a graphics card takes its time. */
const drawing = 90_000

/** To run before the page does: the living map, which comes when there is nothing better to do, does not come. */
export function keepMapStill() {
  window.requestIdleCallback = () => 0
}

/** Waits until the living map has taken the place of the still picture. */
export async function globeIsDrawn(page: Page) {
  await page.locator('.globe-view[data-drawn="true"]').waitFor({ state: 'attached', timeout: drawing })
  await marksAreThere(page)
}

/** Waits until the map has come to rest: only then has it buttons for its marks. */
export async function marksAreThere(page: Page) {
  await page.locator('.mark-buttons button').first().waitFor({ state: 'attached', timeout: drawing })
}

export interface SeenMark {
  label: string
  x: number
  y: number
}

/** The marks on the map and where they stand on it, in pixels of the window. */
export function listMarks(page: Page): Promise<SeenMark[]> {
  return page.locator('.mark-buttons button').evaluateAll((all) =>
    all.map((button) => {
      const { x, y, width, height } = button.getBoundingClientRect()
      return { label: button.textContent, x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
    }),
  )
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
