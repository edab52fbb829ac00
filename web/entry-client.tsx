import '#web/ui/styles/site.css'
// The first pages that visitors open share these style sheets. They are part of the sheet of every page, because each
// further sheet would delay the first pictures: browsers have six connections to a site.
import '#web/catalogue/book/book-cover.css'
import '#web/catalogue/book/book-filter.css'
import '#web/catalogue/book/book-grid.css'
import '#web/catalogue/book/list/book-list.css'
import '#web/frame/globe/picker/map-credits.css'
import '#web/frame/page/edit-link.css'
import '#web/ui/facts.css'
import '#web/ui/list/pager.css'
import '#web/catalogue/video/video-cover.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  type HydrationState,
  matchRoutes,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { provideApi } from '#web/frame/page/api-context.ts'
import { AssetsContext, type Hydration, HydrationContext, hydrationId } from '#web/frame/page/hydration.ts'
import { adminRouteId, isAdminPath, withAdminRoutes } from '#web/frame/page/page-route.ts'
import { routes as publicRoutes } from './routes.tsx'
import { overHttp } from '#web/frame/session/http-transport.ts'
import { connectNavigation } from '#web/frame/session/login-navigation.ts'

addEventListener('keydown', stopInputMethodKeys, { capture: true })

// The function `start`, which hydrates the page, runs in a task of its own, because the evaluation of this module is a
// long task already. It is not awaited: modules of pages import this module, so they would wait for `start` to end,
// while `start` would wait for them to load.
setTimeout(() => void start())

/**
 * Calls a function when the browser is idle, or in a later task where browsers do not support `requestIdleCallback`.
 */
const whenIdle = (run: () => void) => (globalThis.requestIdleCallback ?? setTimeout)(run)

/**
 * Stops the keys of an input method before any part of the page handles them: they choose among its candidates, and an
 * Escape that ends a composition must not close the form around the field, nor clear a search field.
 */
function stopInputMethodKeys(event: KeyboardEvent) {
  // Safari ends the composition before it reports the key that ended it; that key is recognizable only by this code.
  if (!event.isComposing && event.keyCode !== 229) return
  event.stopImmediatePropagation()
  if (event.key === 'Escape') event.preventDefault()
}

async function start() {
  const text = document.getElementById(hydrationId)?.textContent ?? ''
  const { assets, ...state } = JSON.parse(text) as Hydration
  const hydrationData = state as HydrationState
  const routes = isAdminPath(location.pathname) ? withAdminRoutes(publicRoutes, await loadAdminRoutes()) : publicRoutes
  await loadMatchedRoutes(routes)
  const router = createBrowserRouter(routes, {
    hydrationData,
    getContext: () => provideApi(overHttp),
    patchRoutesOnNavigation: addAdminRoutes,
  })
  connectNavigation(router)
  // In a transition, React hydrates the page in many short tasks, so that the browser can react to the user between
  // them.
  startTransition(() => {
    hydrateRoot(
      document,
      <AssetsContext value={assets}>
        <HydrationContext value={text}>
          <RouterProvider router={router} />
        </HydrationContext>
      </AssetsContext>,
    )
  })
  whenIdle(() => navigator.serviceWorker?.register('/offline-worker.js').catch(() => undefined))
}

/** Loads the lazy routes of the first page before hydration; otherwise React would discard the server's HTML. */
async function loadMatchedRoutes(routes: RouteObject[]) {
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue
    Object.assign(route, await route.lazy())
    delete route.lazy
  }
}

async function loadAdminRoutes(): Promise<RouteObject[]> {
  return (await import('./admin-routes.ts')).adminRoutes
}

/** Adds the routes of the admin pages once the user navigates to one of them from another page of the site. */
async function addAdminRoutes({ path, patch }: Parameters<PatchRoutesOnNavigationFunction>[0]) {
  if (isAdminPath(path)) patch(adminRouteId, await loadAdminRoutes())
}
