import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { startTestSite } from '../test-site.ts'
import { startBrowser } from './browser.ts'
import { requireAccessibleInEveryLook } from './require-accessible.ts'
import { requireFit } from './require-fit.ts'
import { failedLoad, listRoutes, logInEveryone, type Route } from './every-route.ts'

/** Tests that the pages for which `isTested` returns true are accessible and fit into windows of every width. */
export async function testAccessibleRoutes(t: TestContext, isTested: (route: Route) => boolean) {
  const site = await startTestSite(t, { featureVideo: true })
  const visit = await startBrowser(site.url)
  const routes = (await listRoutes(site)).filter(isTested)
  assert.ok(routes.length > 0)
  const tokens = await logInEveryone(site)

  for (const { path, status, as } of routes) {
    await t.test(`${path} is accessible to a ${as ?? 'visitor'} at every window width`, () =>
      visit(
        {
          token: as && tokens[as],
          expected: status === 200 ? [] : [failedLoad],
        },
        async ({ page, open }) => {
          await open(path)
          if (as !== undefined) await page.locator('.account-button').waitFor()
          // The accessibility check skips the path `/map`, because `/` shows the same page.
          if (path !== '/map') await requireAccessibleInEveryLook(page)
          await requireFit(page)
        },
      ),
    )
  }
}
