import assert from 'node:assert/strict'
import { resize, screens, type Visit, type Visitor, type VisitSettings } from './browser.ts'
import { ofColours, requireAccessible } from './require-accessible.ts'
import { listOverflowing } from './require-fit.ts'

/**
 * Visits the site on a phone, and at the end of the story changes to a desktop with dark colours, where the last page
 * must fit into the window and have readable colours. What a page does is the same code on both screens, so a story is
 * told only once; a test whose subject is the layout visits both screens.
 */
export function tellStory(
  visit: Visitor,
  settings: Omit<VisitSettings, 'screen'>,
  look: (visit: Visit) => Promise<void>,
): Promise<void> {
  return visit({ ...settings, screen: 'phone' }, async ({ page, open }) => {
    await look({ page, open })
    await resize(page, screens.desktop)
    await page.emulateMedia({ colorScheme: 'dark' })
    assert.deepEqual(await listOverflowing(page), [], `${page.url()} on a desktop`)
    // Where the page may run no script, axe, the accessibility checker, cannot either.
    if (settings.hasScript !== false) await requireAccessible(page, 'body', ofColours)
  })
}
