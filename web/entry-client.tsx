import './styles/index.css'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type HydrationState, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { provideApi } from '#web/page/api-context.ts'
import { AssetsContext, type Hydration, HydrationContext, hydrationId } from '#web/page/hydration.ts'
import { routes } from './routes.tsx'
import { overHttp } from '#web/session/http-transport.ts'
import { connectNavigation } from '#web/session/login-navigation.ts'

// The function `start`, which hydrates the page, is not awaited: modules of pages import this module, so they would
// wait for `start` to end, while `start` would wait for them to load.
void start()

async function start() {
  const text = document.getElementById(hydrationId)?.textContent ?? ''
  const { assets, ...state } = JSON.parse(text) as Hydration
  const hydrationData = state as HydrationState
  await loadMatchedRoutes()
  const router = createBrowserRouter(routes, { hydrationData, getContext: () => provideApi(overHttp) })
  connectNavigation(router)
  hydrateRoot(
    document,
    <AssetsContext value={assets}>
      <HydrationContext value={text}>
        <RouterProvider router={router} />
      </HydrationContext>
    </AssetsContext>,
  )
}

/** Loads the lazy routes of the first page before hydration; otherwise React would discard the server's HTML. */
async function loadMatchedRoutes() {
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue
    Object.assign(route, await route.lazy())
    delete route.lazy
  }
}
