import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'

export interface PageSettings {
  theme?: 'light' | 'dark'
  hasScript?: boolean
  /** Function that runs in every document of the page before the scripts of the page. */
  before?: () => void
  /** Number of device pixels for each CSS pixel. */
  scale?: number
  /**
   * True if the visit changes the browser in a way that the next visit would notice, such as a virtual authenticator.
   * No other visit then uses its page.
   */
  isIsolated?: boolean
}

/** Properties that all pages of one browser have. */
export interface PageDefaults {
  /** Functions that run in every document of the browser before the scripts of the page. */
  patches: (() => void)[]
  /** Number of device pixels for each CSS pixel. */
  scale: number
  /**
   * Whether the site may install service workers. A page with a service worker is closed after its visit, because the
   * worker would also serve the next visit.
   */
  serviceWorkers: 'allow' | 'block'
}

// Timeout of every browser action in milliseconds. It is long, so that a page that is slow on a busy machine does not
// fail the test.
const timeoutMs = 30_000

/** Path that every site answers with a few bytes and without a script. */
const blankPath = '/readyz'

/** Events of a page for which tests add listeners. */
const watchedEvents = ['console', 'pageerror', 'request', 'dialog'] as const

/** Pages that were reset after an earlier visit, by browser. The next visit in the same browser uses the page. */
const resting = new WeakMap<Browser, Page>()

export interface VisitPage {
  page: Page
  /** Ends the visit: resets the page for the next visit, or closes it if `isReusable` is false or the reset fails. */
  release(isReusable: boolean): Promise<void>
}

/**
 * Returns a page for a visit to the site at `origin`, with an IP address of its own and without the storage, cookies
 * and history of earlier visits; only the browser's cache may already contain files of the site. If possible it is the
 * page of an earlier visit, because the process of a new page compiles all scripts and loads all fonts again, which
 * takes more than twice the processor time.
 */
export async function takePage(
  browser: Browser,
  origin: string,
  defaults: PageDefaults,
  settings: PageSettings & { size: { width: number; height: number } },
): Promise<VisitPage> {
  const isShared = isShareable(settings)
  const rested = isShared ? resting.get(browser) : undefined
  const page = rested ?? (await openPage(browser, defaults, settings))
  if (rested !== undefined) resting.delete(browser)
  const { size, theme = 'light', before } = settings
  await page.setViewportSize(size)
  await page.emulateMedia({ media: null, colorScheme: theme, reducedMotion: 'reduce' })
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': nextAddress() })
  const script = before && (await page.addInitScript(before))
  const saveTrace = await startTrace(page.context())
  const release = async (isReusable: boolean) => {
    await saveTrace()
    await script?.dispose()
    if (isReusable && isShared && !resting.has(browser) && (await resetPage(page, origin))) resting.set(browser, page)
    else await page.context().close()
  }
  return { page, release }
}

/** Returns whether the settings of a visit are such that later visits can use its page. */
function isShareable({ hasScript = true, scale, isIsolated = false }: PageSettings): boolean {
  return hasScript && scale === undefined && !isIsolated
}

async function openPage(browser: Browser, defaults: PageDefaults, settings: PageSettings): Promise<Page> {
  const { hasScript = true, scale = defaults.scale } = settings
  const context = await browser.newContext({
    deviceScaleFactor: scale,
    serviceWorkers: defaults.serviceWorkers,
    javaScriptEnabled: hasScript,
    locale: 'zh-CN',
  })
  context.setDefaultTimeout(timeoutMs)
  context.setDefaultNavigationTimeout(timeoutMs)
  for (const patch of defaults.patches) await context.addInitScript(patch)
  return context.newPage()
}

let addresses = 0

/** Each visit of a test has its own IP address, so that it does not use up the rate limit of another visit. */
function nextAddress(): string {
  return `10.77.${++addresses >> 8}.${addresses & 255}`
}

/**
 * Removes everything that a visit has left in the page and its storage. Returns false if something is left that cannot
 * be removed.
 */
async function resetPage(page: Page, origin: string): Promise<boolean> {
  const context = page.context()
  if (page.isClosed() || context.pages().length > 1 || context.serviceWorkers().length > 0) return false
  for (const event of watchedEvents) page.removeAllListeners(event)
  try {
    await page.unrouteAll()
    await context.setOffline(false)
    await page.mouse.move(-1, -1)
    // The page stays on the same site, because Chromium starts a new process for a page of another site.
    await page.goto(origin + blankPath)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await devtools.send('Page.resetNavigationHistory')
    await devtools.detach()
    await context.clearCookies()
    return await page.evaluate(() => {
      sessionStorage.clear()
      // A mocked clock stays installed in all later documents of the page and cannot be removed, so such a page must
      // not be used again.
      return String(setTimeout).includes('[native code]')
    })
  } catch {
    // An error means that the visit has stopped its site or crashed the page, so the page cannot be used again.
    return false
  }
}

let traces = 0

/**
 * Records a Playwright trace of the visit if the environment variable TRACE names a folder. Returns the function that
 * saves the trace.
 */
async function startTrace(context: BrowserContext): Promise<() => Promise<void>> {
  const folder = process.env['TRACE']
  if (folder === undefined) return async () => undefined
  await context.tracing.start({ screenshots: true, snapshots: true })
  return () => context.tracing.stop({ path: join(folder, `visit-${++traces}.zip`) })
}
