import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { comesToRest, resize, screens } from './browser.ts'

// Elements that the accessibility check skips because a page repeats them: checking a thousand similar places would
// take a minute.
const alike = ['.place-index-continent ~ .place-index-continent', '.book-grid > :nth-child(n + 5)']
/**
 * The minified script of axe, the accessibility checker. The short form is used because the browser compiles the script
 * for every page.
 */
const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/** Rules of axe, the accessibility checker, that depend on the colour scheme. */
export const ofColours = ['color-contrast']

/**
 * Waits until the page is at rest and fails if axe, the accessibility checker, finds a violation in the element `part`.
 * An empty list of rules means all rules.
 */
export async function requireAccessible(page: Page, part = 'body', rules: string[] = []) {
  await comesToRest(page)
  // The script of axe, the accessibility checker, stays in the page after the first check and is not loaded again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript)
  const violations = await page.evaluate(findViolations, { part, alike, rules })
  assert.deepEqual(violations, [], `${part} of ${page.url()} at ${page.viewportSize()?.width} px`)
}

/** Checks all accessibility rules in the light theme, and the rules about colours in the dark theme. */
export async function requireAccessibleInBothThemes(page: Page, part?: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await requireAccessible(page, part, colorScheme === 'dark' ? ofColours : [])
  }
}

const looks = [
  { screen: 'phone', colorScheme: 'light', rules: [] },
  // The elements of a page are the same on both screens, so only their colours are checked a second time.
  { screen: 'desktop', colorScheme: 'dark', rules: ofColours },
] as const

/** Checks all accessibility rules on a phone in light colours, and those about colours on a desktop in dark ones. */
export async function requireAccessibleInEveryLook(page: Page, part?: string) {
  for (const { screen, colorScheme, rules } of looks) {
    await resize(page, screens[screen])
    await page.emulateMedia({ colorScheme })
    await requireAccessible(page, part, [...rules])
  }
}

interface Question {
  part: string
  alike: string[]
  rules: string[]
}

/** Runs in the page and returns the violations that axe, the accessibility checker, finds. */
async function findViolations({ part, alike, rules }: Question) {
  const { axe } = window as unknown as { axe: typeof import('axe-core') }
  // The header and the tab bar stay in place while the page scrolls. Here they are made to scroll with it, because axe
  // would report the links that they cover, which a user can uncover by scrolling.
  const bars = [...document.querySelectorAll<HTMLElement>('.header, .tab-bar')]
  for (const bar of bars) bar.style.position = 'static'
  const { violations } = await axe.run(
    { include: [[part]], exclude: alike.map((one) => [one]) },
    {
      resultTypes: ['violations'],
      iframes: false,
      // The rule `target-size` is off by default in axe, but WCAG 2.2 requires a minimum size of targets.
      rules: { 'target-size': { enabled: true } },
      ...(rules.length > 0 && { runOnly: rules }),
    },
  )
  for (const bar of bars) bar.style.removeProperty('position')
  return violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 4).map(({ html }) => html.slice(0, 200))])
}
