import assert from 'node:assert/strict'
import { after } from 'node:test'
import { type Browser, chromium, type Locator, type Page } from 'playwright'
import { type PageDefaults, type PageSettings, takePage } from './visit-page.ts'

export const screens = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
}
export type Screen = keyof typeof screens
export const bothScreens = Object.keys(screens) as Screen[]

export interface VisitSettings extends PageSettings {
  screen?: Screen
  /** Token of a login session that the browser has from the start, as if the user had logged in some days ago. */
  token?: string | undefined
  /** Patterns of the console errors that a test provokes on purpose; any other error fails the test. */
  expected?: RegExp[]
}
export interface Visit {
  page: Page
  /** Loads a page and waits until the page is hydrated. */
  open(path: string): Promise<void>
}
/**
 * Opens the site in a new browser window and calls `look` with the page. Fails if the page reports an error or violates
 * the content security policy.
 */
export type Visitor = (settings: VisitSettings, look: (visit: Visit) => Promise<void>) => Promise<void>

const flags =
  '--no-sandbox --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
/**
 * Flags that make Chromium draw WebGL without a graphics card. Only the canvas of the map is drawn with WebGL:
 * drawing the whole page with WebGL would take two thirds more processor time.
 */
const webgl =
  '--use-gl=angle --use-angle=swiftshader --enable-unsafe-swiftshader --ignore-gpu-blocklist --disable-gpu-rasterization ' +
  '--disable-gpu-compositing'
/**
 * Flag that keeps Chromium from loading pictures. The other values are Playwright's own: without them, the flag would
 * replace Playwright's flag of the same name, which declares a mouse.
 */
const withoutPictures =
  '--blink-settings=imagesEnabled=false,primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4'
/**
 * Scale at which the interactive map is drawn in tests: a quarter of the resolution in each direction, because drawing
 * takes processor time.
 */
const mapScale = 0.25
/**
 * The two maps of the site: `still` is the picture that the server sends with the page, `living` is the interactive map
 * that replaces it, and `blank` is the interactive map with an empty canvas, which takes a third less processor time
 * and is enough for tests that look at no pixels of the map. `none` is for tests that look at no picture at all: their
 * browser loads neither the map nor covers, which saves a quarter of the processor time of a list of books.
 */
export type MapKind = 'still' | 'living' | 'blank' | 'none'

const flagsOf: Record<MapKind, string> = {
  still: '--disable-gpu',
  living: webgl,
  blank: webgl,
  none: `--disable-gpu ${withoutPictures}`,
}

const browsers = new Map<MapKind, Promise<Browser>>()
after(async () => {
  for (const browser of browsers.values()) await (await browser).close()
})

/**
 * Returns this process's Chromium for tests with the given kind of map; Chromium is closed after the last test of the
 * process. An animated map keeps a machine without a graphics card busy, so only tests of the map use
 * `living` or `blank`.
 */
function launchBrowser(map: MapKind): Promise<Browser> {
  const { CHROMIUM: executablePath = chromium.executablePath() } = process.env
  const launched =
    browsers.get(map) ??
    chromium.launch({
      executablePath,
      // The locale must use UTF-8, because otherwise Chromium neither reads files with Chinese names nor saves
      // downloads under Chinese names.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: `${flags} ${flagsOf[map]}`.split(' '),
    })
  browsers.set(map, launched)
  return launched
}

/**
 * Returns a function that visits the site at `origin` with a browser. Each visit begins with empty browser storage
 * and has its own IP address.
 */
export async function startBrowser(origin: string, map: MapKind = 'still'): Promise<Visitor> {
  const browser = await launchBrowser(map)
  return async (settings, look) => {
    const size = screens[settings.screen ?? 'desktop']
    const { page, release } = await takePage(browser, origin, defaultsOf(map), { size, ...settings })
    let isOver = false
    try {
      if (settings.token !== undefined) await storeToken(page, origin, settings.token)
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
      isOver = true
    } finally {
      await release(isOver)
    }
  }
}

function defaultsOf(map: MapKind): PageDefaults {
  if (map === 'blank') return { patches: [drawFewerFrames, drawNothing], scale: mapScale, serviceWorkers: 'block' }
  if (map === 'living') return { patches: [drawFewerFrames], scale: mapScale, serviceWorkers: 'block' }
  return { patches: [holdMapStill], scale: 1, serviceWorkers: 'allow' }
}

/**
 * Prevents the living (interactive) map from replacing the still picture, and prevents the installation of the service
 * worker that serves the offline page. Must run before the page's scripts, which do both when the page is idle.
 */
export function holdMapStill() {
  window.requestIdleCallback = () => 0
}

/**
 * Makes the living (interactive) map draw at most four frames per second instead of sixty, because every frame takes
 * processor time. Must run before the page's scripts. Frames of the page's styles and transitions are not affected.
 */
function drawFewerFrames() {
  window.requestAnimationFrame = (draw) => window.setTimeout(() => draw(performance.now()), 250)
  window.cancelAnimationFrame = (timer) => clearTimeout(timer)
}

/**
 * Makes the interactive map draw nothing: WebGL still compiles the shaders and stores the map's data, but its
 * calls that draw have no effect. Must run before the page's scripts.
 */
function drawNothing() {
  const { prototype } = WebGL2RenderingContext
  prototype.drawArrays = prototype.drawElements = () => undefined
  prototype.drawArraysInstanced = prototype.drawElementsInstanced = () => undefined
}

/**
 * Stores the session token in the browser when the first document of a visit loads, because a storage state of
 * Playwright would cost each visit an additional page. Documents with a referrer were opened from an earlier page and
 * use the token that this page left.
 */
async function storeToken(page: Page, origin: string, token: string) {
  const held = await page.addInitScript(
    (given) => {
      if (self.origin === given.origin && self === top && document.referrer === '')
        localStorage.setItem('token', given.token)
    },
    { origin, token },
  )
  page.once('domcontentloaded', () => void held.dispose())
}

/**
 * Collects console errors and uncaught errors of a page. They include violations of the content policy and failed
 * hydration.
 */
function watch(page: Page, origin: string, expected: RegExp[]): string[] {
  const problems: string[] = []
  const note = (problem: string) => expected.some((one) => one.test(problem)) || problems.push(problem)
  page.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => note(`page: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    const { protocol, origin: target } = new URL(request.url())
    if (protocol !== 'data:' && target !== origin) note(`outside: ${request.url()}`)
  })
  return problems
}

const menuNames = { phone: '底部菜单', desktop: '主菜单' }

/** Returns the main menu of the site, which is another element on phones than on desktops. */
export function menuOf(page: Page, screen: Screen) {
  return page.getByRole('navigation', { name: menuNames[screen] })
}

/** Waits until the page is interactive: parts like the comments are hydrated after the rest of the page. */
export async function becomesAlive(page: Page) {
  await page.locator('html[data-hydrated]:not(:has([data-late]:not([data-hydrated])))').waitFor({ state: 'attached' })
}

/** Changes the size of the window and waits until the page has handled the resize event. */
export async function resize(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size)
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size)
}

/** Waits until no animation or transition is running. */
export async function comesToRest(page: Page) {
  await page.evaluate(async () => {
    const areRunning = () => document.getAnimations().some(({ playState }) => playState === 'running')
    // When a transition ends, another one may start in the next frame, because child elements inherit colours.
    while (areRunning()) await new Promise(requestAnimationFrame)
  })
}

/** Waits until the suggestions of a search box match the whole input and not an earlier part of it. */
export async function isAnswered(box: Locator) {
  await box.locator('[role="status"]', { hasText: /^有 \d+ 条提示/ }).waitFor({ state: 'attached' })
}

/**
 * Holds back the answer to every request that matches the pattern until the test calls `release`; `isAnswered` resolves
 * when the server has given the first such answer.
 */
export async function holdAnswers(page: Page, url: string | RegExp) {
  const latch = Promise.withResolvers<void>()
  const first = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    const response = await route.fetch()
    first.resolve()
    await latch.promise
    await route.fulfill({ response })
  })
  return { isAnswered: first.promise, release: latch.resolve }
}

/**
 * Holds back every request that matches the pattern until the test calls `release`; `isAsked` resolves when the first
 * such request arrives.
 */
export async function holdRequests(page: Page, url: string | RegExp) {
  const latch = Promise.withResolvers<void>()
  const first = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    first.resolve()
    await latch.promise
    await route.continue()
  })
  return { isAsked: first.promise, release: latch.resolve }
}

/** Composes a text with an input method in the focused field, and presses keys that the input method takes. */
export async function pressWhileComposing(page: Page, text: string, keys: string[]) {
  const devtools = await page.context().newCDPSession(page)
  for (let end = 1; end <= text.length; end += 1)
    await devtools.send('Input.imeSetComposition', { text: text.slice(0, end), selectionStart: end, selectionEnd: end })
  for (const key of keys)
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: 229 })
  await devtools.detach()
}

export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('token'))
}
