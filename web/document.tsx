import { createContext, type ReactNode, useContext } from 'react'
import { type LoaderFunctionArgs, Outlet, useRouteLoaderData } from 'react-router'
import type { Site } from '#shared/api/site.ts'
import { apiContext } from '#web/page/api-context.ts'
import { themeScript } from '#web/page/theme.ts'
import { useLinkNavigation } from '#web/page/use-link-navigation.ts'

/** Files of the built bundle that a page links to. */
export interface Assets {
  scripts: string[]
  styles: string[]
  preloads: string[]
}
export const AssetsContext = createContext<Assets>({ scripts: [], styles: [], preloads: [] })

/** What the page was rendered from, for the browser to take up. */
export interface Hydration {
  assets: Assets
  loaderData: unknown
  errors: unknown
}
export const HydrationContext = createContext<string>('')
export const hydrationId = 'hydration'

const fallbackSite: Site = {
  name: '知图',
  tagline: '连接知识',
  publicUrl: '',
  icpNumber: '',
  mapApprovalNumber: '',
  map: { borders: 'none', provider: null },
  pictureBase: '/storage',
  featureVideo: false,
  holdFirstComment: false,
  codesInLog: false,
}

export function rootLoader({ context, request }: LoaderFunctionArgs) {
  return context.get(apiContext).site.show({}, request.signal)
}

/** The site's own facts; the built-in ones when even they could not be loaded. */
export function useSite(): Site {
  return useRouteLoaderData<typeof rootLoader>('root') ?? fallbackSite
}

export function RootDocument({ children = <Outlet /> }: { children?: ReactNode }) {
  const assets = useContext(AssetsContext)
  const hydration = useContext(HydrationContext)
  const site = useSite()
  useLinkNavigation()
  return (
    <html lang="zh-Hans" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#fffdf9" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#14161a" media="(prefers-color-scheme: dark)" />
        <meta property="og:site_name" content={site.name} />
        <meta property="og:locale" content="zh_CN" />
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {assets.preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        {assets.scripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="alternate" type="application/atom+xml" title={`${site.name} · 新书`} href="/feed.xml" />
      </head>
      <body>
        {children}
        <script
          id={hydrationId}
          type="application/json"
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: hydration }}
        />
      </body>
    </html>
  )
}
