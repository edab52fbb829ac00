import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after } from 'node:test'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright'

export const screens = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
}
export type Screen = keyof typeof screens
export const bothScreens = Object.keys(screens) as Screen[]

export interface VisitSettings {
  screen?: Screen
  /** Held from the start, as by a reader who logged in some days ago. */
  token?: string | undefined
  theme?: 'light' | 'dark'
  hasScript?: boolean
  /** Console errors this visit provokes on purpose. */
  expected?: RegExp[]
  /** Runs in every document before anything of the page's own does. */
  before?: () => void
  /** Pixels drawn for each of the page. */
  scale?: number
}
export interface Visit {
  page: Page
  /** Loads a page and waits until it has come alive. */
  open(path: string): Promise<void>
}
/** Opens the site in a window of its own, and fails if anything went wrong behind the page meanwhile. */
export type Visitor = (settings: VisitSettings, look: (visit: Visit) => Promise<void>) => Promise<void>

const flags =
  '--no-sandbox --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
/**
 * WebGL without a graphics card. Only the map's canvas is drawn in this way: putting the whole page together with WebGL too
 * takes two thirds more processor time.
 */
const webgl =
  '--use-gl=angle --use-angle=swiftshader --enable-unsafe-swiftshader --ignore-gpu-blocklist --disable-gpu-rasterization ' +
  '--disable-gpu-compositing'
/** Of a living map every fourth pixel in each direction is drawn, because each of them costs processor time. */
const mapScale = 0.25
// A page that is slow because the machine is busy is not broken.
const patience = 30_000

/** Of the map, a page has the still picture it was sent with, or the living map that takes its place. */
export type MapKind = 'still' | 'living'

const browsers = new Map<MapKind, Promise<Browser>>()
after(async () => {
  for (const browser of browsers.values()) await (await browser).close()
})

/**
 * Returns the one Chromium of this process that draws the map in this way; it is closed after the last test of the process.
 * A living map keeps a machine without a graphics card busy, so only the tests that look at it have one.
 */
function launchBrowser(map: MapKind): Promise<Browser> {
  const { CHROMIUM: executablePath = chromium.executablePath() } = process.env
  const launched =
    browsers.get(map) ??
    chromium.launch({
      executablePath,
      // In a locale without UTF-8 Chromium neither reads files with Chinese names nor saves downloads under them.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: `${flags} ${map === 'living' ? webgl : '--disable-gpu'}`.split(' '),
    })
  browsers.set(map, launched)
  return launched
}

/** Returns a function that visits the site at `origin`. Each visit has its own storage and network address. */
export async function startBrowser(origin: string, map: MapKind = 'still'): Promise<Visitor> {
  const browser = await launchBrowser(map)
  return async (settings, look) => {
    const context = await openContext(browser, map === 'still' ? settings : { scale: mapScale, ...settings })
    if (map === 'still') await context.addInitScript(holdMapStill)
    const saveTrace = await startTrace(context)
    try {
      const page = await context.newPage()
      if (settings.token !== undefined) await holdToken(page, origin, settings.token)
      const problems = watch(page, origin, settings.expected ?? [])
      const open = async (path: string) => {
        await page.goto(origin + path)
        if (settings.hasScript !== false) await becomesAlive(page)
      }
      const failure: unknown = await look({ page, open }).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (failure !== undefined && problems.length > 0) console.error(problems.join('\n'))
      if (failure !== undefined) throw failure
      assert.deepEqual(problems, [])
    } finally {
      await saveTrace()
      await context.close()
    }
  }
}

let traces = 0

/** Records a visit when the variable TRACE names a folder, and returns the function that saves the recording there. */
async function startTrace(context: BrowserContext): Promise<() => Promise<void>> {
  const folder = process.env['TRACE']
  if (folder === undefined) return async () => undefined
  await context.tracing.start({ screenshots: true, snapshots: true })
  return () => context.tracing.stop({ path: join(folder, `visit-${++traces}.zip`) })
}

/** To run before the page does: the living map, which comes when there is nothing better to do, does not come. */
export function holdMapStill() {
  window.requestIdleCallback = () => 0
}

let addresses = 0

async function openContext(browser: Browser, settings: VisitSettings): Promise<BrowserContext> {
  const { screen = 'desktop', theme = 'light', hasScript = true, before, scale = 1 } = settings
  const address = `10.77.${++addresses >> 8}.${addresses & 255}`
  const context = await browser.newContext({
    viewport: screens[screen],
    deviceScaleFactor: scale,
    javaScriptEnabled: hasScript,
    colorScheme: theme,
    locale: 'zh-CN',
    reducedMotion: 'reduce',
    // Limits by address must not couple visits.
    extraHTTPHeaders: { 'x-forwarded-for': address },
  })
  context.setDefaultTimeout(patience)
  context.setDefaultNavigationTimeout(patience)
  if (before !== undefined) await context.addInitScript(before)
  return context
}

/**
 * Puts a token into the first document one opens: a storage state would cost each visit a page of its own. What a page
 * leads on to has a referrer, and finds of the token what was left of it.
 */
async function holdToken(page: Page, origin: string, token: string) {
  const held = await page.addInitScript(
    (given) => {
      if (self.origin === given.origin && self === top && document.referrer === '')
        localStorage.setItem('token', given.token)
    },
    { origin, token },
  )
  page.once('domcontentloaded', () => void held.dispose())
}

/** Violations of the content policy and failed hydration are console or page errors too. */
function watch(page: Page, origin: string, expected: RegExp[]): string[] {
  const problems: string[] = []
  const note = (problem: string) => expected.some((one) => one.test(problem)) || problems.push(problem)
  page.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => note(`page: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (protocol !== 'data:' && asked !== origin) note(`outside: ${request.url()}`)
  })
  return problems
}

const menuNames = { phone: '底部菜单', desktop: '主菜单' }

/** The menu as this screen has it. */
export function menuOf(page: Page, screen: Screen) {
  return page.getByRole('navigation', { name: menuNames[screen] })
}

/** Waits until the page answers to clicks: its reactions and comments are hydrated after the rest of it. */
export async function becomesAlive(page: Page) {
  await page
    .locator('html[data-hydrated]:not(:has(:is(.reactions, .comments):not([data-hydrated])))')
    .waitFor({ state: 'attached' })
}

/** Makes the window another size, and waits until the page has heard of it. */
export async function resize(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size)
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size)
}

/** Waits until nothing moves or changes its colour any more. */
export async function comesToRest(page: Page) {
  await page.evaluate(async () => {
    const areRunning = () => document.getAnimations().some(({ playState }) => playState === 'running')
    // What ends in one frame may set off more in the next: colours are handed down from element to element.
    while (areRunning()) await new Promise(requestAnimationFrame)
  })
}

/** Waits until what a search box offers is for all that was typed, not for the letters before the last. */
export async function isAnswered(box: Locator) {
  await box.locator('[role="status"]', { hasText: /^有 \d+ 条提示/ }).waitFor({ state: 'attached' })
}

/** Holds back every request that matches until `release` is called; `isAsked` resolves with the first of them. */
export async function holdRequests(page: Page, url: string | RegExp) {
  const gate = Promise.withResolvers<void>()
  const first = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    first.resolve()
    await gate.promise
    await route.continue()
  })
  return { isAsked: first.promise, release: gate.resolve }
}

export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('token'))
}
