import { type ReactNode, useContext } from 'react'
import { Outlet } from 'react-router'
import { AssetsContext, HydrationContext, hydrationId, StartScriptContext } from '#web/frame/page/hydration.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import { useLinkNavigation } from '#web/frame/page/use-link-navigation.ts'

/** The HTML document around every page. */
export function RootDocument({ children = <Outlet /> }: { children?: ReactNode }) {
  const assets = useContext(AssetsContext)
  const hydration = useContext(HydrationContext)
  const startScript = useContext(StartScriptContext)
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
        {/*
         * The script that sets the theme and loads the modules stands before the style sheets, because browsers run no
         * script while a style sheet loads.
         */}
        <script
          data-modules={assets.modules.join(' ')}
          data-start={assets.startsAtOnce ? 'now' : undefined}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: startScript }}
        />
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <link rel="icon" href={site.logo ?? '/favicon.svg'} type={site.logo === null ? 'image/svg+xml' : undefined} />
        <link rel="manifest" href="/manifest.webmanifest" />
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
