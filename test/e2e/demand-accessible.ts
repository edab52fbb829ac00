import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright'
import { comesToRest } from './browser.ts'

// One continent, or one book of a list, is like the other, and a thousand places take axe a minute.
const alike = ['.place-index-continent ~ .place-index-continent', '.book-grid > :nth-child(n + 5)']
/** What other colours can break. */
const ofColours = ['color-contrast']

/** Fails where axe finds anything in a part of a page at rest; `rules` are all where none is named. */
export async function requireAccessible(page: Page, part = 'body', rules: string[] = []) {
  await comesToRest(page)
  // A page keeps it from one check to the next.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(findViolations, { part, alike, rules })
  assert.deepEqual(violations, [], `${part} of ${page.url()} at ${page.viewportSize()?.width} px`)
}

/** By day all rules, by night those a change of colours can break. */
export async function requireAccessibleInBothThemes(page: Page, part?: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await requireAccessible(page, part, colorScheme === 'dark' ? ofColours : [])
  }
}

interface Question {
  part: string
  alike: string[]
  rules: string[]
}

/** Runs in the page. */
async function findViolations({ part, alike, rules }: Question) {
  const { axe } = window as unknown as { axe: typeof import('axe-core') }
  const { violations } = await axe.run(
    { include: [[part]], exclude: alike.map((one) => [one]) },
    { resultTypes: ['violations'], iframes: false, ...(rules.length > 0 && { runOnly: rules }) },
  )
  return violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 4).map(({ html }) => html.slice(0, 200))])
}
