import { Suspense } from 'react'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { lazyComponent } from '#web/frame/page/lazy-component.ts'
import { useIsHydrated } from '#web/frame/page/use-is-hydrated.ts'
import { Logo } from '#web/frame/page/logo.tsx'
import '#web/ui/styles/header.css'
import './offline-page.css'

const OfflineList = lazyComponent(() => import('./offline-list.tsx').then((module) => module.OfflineList))

/** List of the books that are stored on this device for reading without a network. */
export function Component() {
  const isHydrated = useIsHydrated()
  return (
    <>
      <header className="header">
        <div className="header-inner">
          <Logo />
        </div>
      </header>
      <main id="content" className="prose-page" tabIndex={-1}>
        <PageHead title="本机的书" description="留在这台设备上、没有网络也能读的书。" path={null} />
        <h1>本机的书</h1>
        <p>留在这台设备上的书，没有网络也能读。书签、批注和进度先记在这里，连上网络再同步。</p>
        {isHydrated && (
          <Suspense>
            <OfflineList />
          </Suspense>
        )}
        <p className="offline-links">
          <a className="button button-quiet" href="/book/freeBook">
            去免费书看看
          </a>
        </p>
      </main>
    </>
  )
}
