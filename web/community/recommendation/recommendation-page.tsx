import { useLocation } from 'react-router'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { useIsHydrated } from '#web/frame/page/use-is-hydrated.ts'
import { useSession } from '#web/frame/session/session-store.ts'
import { lazyComponent } from '#web/frame/page/lazy-component.ts'
import { Suspense } from 'react'
import './recommendation-page.css'

const RecommendationStart = lazyComponent(
  async () => (await import('./recommendation-start.tsx')).RecommendationStart,
  FormUnavailable,
)

/** Page that recommends a book. The server's HTML is the same for everybody; the form is filled after hydration. */
export function Component() {
  const isHydrated = useIsHydrated()
  const { search } = useLocation()
  const isChecked = useSession((state) => state.isChecked)
  return (
    <section className="recommendation-page">
      <PageHead
        title="我要推荐好书"
        description="把你心里的那本书放到地图上：它写到哪里，你为什么推荐它。"
        path="/book/recommend"
      />
      <h1>我要推荐好书</h1>
      <p className="recommendation-lead">
        一本书，它写到的地方，和你为什么推荐它。编辑读过之后，这本书会落在它写到的地方，你的理由会出现在书页上。
      </p>
      <noscript>
        <p className="form-message">写推荐需要打开 JavaScript；浏览不需要。</p>
      </noscript>
      <div className="recommendation-room">
        {isHydrated && isChecked && (
          <Suspense fallback={null}>
            <RecommendationStart key={search} />
          </Suspense>
        )}
      </div>
    </section>
  )
}

function FormUnavailable() {
  return <p className="form-message">表单没有读到，请刷新再试。</p>
}
