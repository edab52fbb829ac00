import { useLocation, useNavigation } from 'react-router'

/** Progress bar at the top of the window during a navigation. If the navigation takes long, the old page fades. */
export function ProgressBar() {
  const { state, location: next } = useNavigation()
  const { pathname } = useLocation()
  const globalLoading = state !== 'idle'
  const isLeaving = next !== undefined && next.pathname !== pathname
  return (
    <div
      className="progress-bar"
      role="status"
      data-loading={globalLoading || undefined}
      data-leaving={isLeaving || undefined}
    >
      <span className="visually-hidden">{globalLoading ? '正在打开页面' : ''}</span>
    </div>
  )
}
