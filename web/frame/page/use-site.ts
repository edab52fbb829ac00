import { type LoaderFunctionArgs, useRouteLoaderData } from 'react-router'
import type { Site } from '#shared/api/site.ts'
import { defaultSite } from '#shared/api/default-site.ts'
import { apiContext } from './api-context.ts'

/** Loader of the root route. Loads the site's name and settings, which every page shows. */
export function rootLoader({ context, request }: LoaderFunctionArgs) {
  return context.get(apiContext).site.show({}, request.signal)
}

/** Returns the site's name and settings, or built-in defaults if they could not be loaded, as on an error page. */
export function useSite(): Site {
  return useRouteLoaderData<typeof rootLoader>('root') ?? defaultSite
}
