import { useNavigate } from 'react-router'
import { LastEditNotice } from '#web/frame/admin/last-edit-notice.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { useAnswer } from '#web/ui/use-answer.ts'
import { api } from '#web/frame/session/session.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import '#web/ui/list/paged-list.css'

const listTours = (signal?: AbortSignal) => api.tour.list({}, signal)

/** Admin page that lists the tours in their order. */
export function Component() {
  const { data, message, reload } = useAnswer(listTours)
  const navigate = useNavigate()
  useShortcuts({ n: () => void navigate('/admin/tour/new') })
  return (
    <div className="admin-page">
      <PageHead title="漫游" description="编辑用的漫游列表。" path={null} />
      <header className="admin-head">
        <h1>漫游</h1>
        <a className="button" href="/admin/tour/new" aria-keyshortcuts="N">
          添加 <kbd>N</kbd>
        </a>
      </header>
      <LastEditNotice onUndone={reload} />
      {message && <p role="alert">{message}</p>}
      <ul className="paged-list" aria-label="漫游">
        {data?.list.map((tour) => (
          <li key={tour.id}>
            <a className="admin-line" href={`/admin/tour/${tour.id}`}>
              <strong>{tour.title}</strong>
              <span>{tour.desc}</span>
              <span>{tour.countStops} 站</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
