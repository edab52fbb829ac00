import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, type StaticHandlerContext, StaticRouterProvider } from 'react-router'
import type { Transport } from '#shared/contract/client.ts'
import { provideApi } from '#web/frame/page/api-context.ts'
import {
  type Assets,
  AssetsContext,
  type Hydration,
  HydrationContext,
  type PageAssets,
  StartScriptContext,
} from '#web/frame/page/hydration.ts'
import { type Named, type PageAddress, readPageAddress } from '#web/frame/page/page-address.ts'
import { type PageHandle, withAdminRoutes } from '#web/frame/page/page-route.ts'
import { adminRoutes } from './admin-routes.ts'
import { routes as publicRoutes } from './routes.tsx'
import { startScript } from '#web/frame/page/start-script.ts'

/** Inline scripts of the pages. The server allows them in the content security policy by their hash. */
export const inlineScripts = [startScript]

interface RenderedPage {
  status: number
  html: string
  /** URL to which the browser is redirected; set if the requested page only redirects. */
  location?: string
}

const routes = withAdminRoutes(publicRoutes, adminRoutes)
const handler = createStaticHandler(routes)

/** Parses the URL of a request for a page. `isMissing` returns whether an item that the URL names does not exist. */
export function readAddress(url: string, isMissing?: (named: Named) => boolean): PageAddress {
  return readPageAddress(routes, url, isMissing)
}

/**
 * Renders the page at a URL to a complete HTML document. `assetsOf` returns the files of the bundle that contain the
 * given modules.
 */
export async function render(
  url: string,
  send: Transport,
  assetsOf: (modules: string[]) => Assets,
): Promise<RenderedPage> {
  const context = await handler.query(new Request(url), { requestContext: provideApi(send) })
  if (context instanceof Response)
    return { status: context.status, html: '', location: context.headers.get('location') ?? '/' }
  const assets = pageAssets(context, assetsOf)
  const router = createStaticRouter(handler.dataRoutes, context)
  const html = renderToString(
    <AssetsContext value={assets}>
      <HydrationContext value={hydrationOf(context, assets)}>
        <StartScriptContext value={startScript}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </StartScriptContext>
      </HydrationContext>
    </AssetsContext>,
  )
  return { status: context.statusCode, html: `<!doctype html>${html}` }
}

function pageAssets({ matches }: StaticHandlerContext, assetsOf: (modules: string[]) => Assets): PageAssets {
  const handles = matches.map(({ route }) => (route.handle ?? {}) as PageHandle)
  return {
    ...assetsOf(handles.flatMap(({ modules = [] }) => modules)),
    startsAtOnce: handles.some(({ startsAtOnce }) => startsAtOnce),
  }
}

/** Serializes the data for hydration as JSON that cannot close its script element. */
function hydrationOf(context: StaticHandlerContext, assets: PageAssets): string {
  const { errors } = context
  const hydration: Hydration = { assets, loaderData: hydratedData(context), errors: errors && plainErrors(errors) }
  return JSON.stringify(hydration).replaceAll('<', '\\u003c')
}

/**
 * Returns the data of the loaders without the fields that a route lists in `handle.notHydrated`. A listed field that is
 * null is sent, so that the browser can tell a page without this content from a page whose content is only in the HTML.
 */
function hydratedData({ loaderData, matches }: StaticHandlerContext) {
  const hydrated = { ...loaderData }
  for (const { route } of matches) {
    const { notHydrated = [] } = (route.handle ?? {}) as { notHydrated?: string[] }
    if (notHydrated.length === 0) continue
    const fields = Object.entries((loaderData[route.id] ?? {}) as object)
    hydrated[route.id] = Object.fromEntries(
      fields.filter(([name, value]) => value === null || !notHydrated.includes(name)),
    )
  }
  return hydrated
}

/** Passes status and data of route errors to the browser. Other errors are replaced, so that no internals leak. */
function plainErrors(errors: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(errors).map(([id, error]) => {
      const {
        status = 500,
        statusText = '',
        data = null,
      } = (error ?? {}) as { status?: number; statusText?: string; data?: unknown }
      return [id, { status, statusText, data }]
    }),
  )
}
