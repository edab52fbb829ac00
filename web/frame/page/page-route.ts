import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject } from 'react-router'
import type { AddressRules } from './page-address.ts'

interface PageModule {
  Component: ComponentType
  loader?: LoaderFunction
}

interface PageRules extends AddressRules {
  /** Further modules that the page loads, besides the module with the page's component. */
  parts?: string[]
  /** Whether the modules are loaded at once, because the page shows nothing without them. */
  startsAtOnce?: boolean
}

/** The part of a route's `handle` that says which modules its page loads, and whether the page loads them at once. */
export interface PageHandle {
  modules?: string[]
  startsAtOnce?: boolean
}

/**
 * Returns the route of a page whose module is loaded on the first visit. Its `handle` tells the server which chunks the
 * page loads and how to parse the page's URLs. A page with query parameters or an id in its path must declare them
 * here.
 */
export function page(
  path: string,
  module: string,
  load: () => Promise<PageModule>,
  { parts = [], startsAtOnce = false, ...address }: PageRules = {},
): RouteObject {
  return {
    path,
    caseSensitive: true,
    handle: { modules: [module, ...parts].map((one) => `web/${one}.tsx`), startsAtOnce, address },
    lazy: load,
  }
}

/** Id of the route whose children are the admin pages. */
export const adminRouteId = 'admin'

export function isAdminPath(path: string): boolean {
  return /^\/admin(\/|$)/.test(path)
}

/** Returns a copy of the routes in which the admin route has the given children. */
export function withAdminRoutes(routes: RouteObject[], adminRoutes: RouteObject[]): RouteObject[] {
  return routes.map((route) => {
    if (route.children === undefined) return route
    const children = route.id === adminRouteId ? adminRoutes : withAdminRoutes(route.children, adminRoutes)
    return { ...route, children }
  })
}
