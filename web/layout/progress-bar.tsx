import { useNavigation } from 'react-router'

/** Progress bar at the top of the window during a navigation. */
export function ProgressBar() {
  const globalLoading = useNavigation().state !== 'idle'
  return (
    <div className="progress-bar" role="status" data-loading={globalLoading || undefined}>
      <span className="visually-hidden">{globalLoading ? '正在打开页面' : ''}</span>
    </div>
  )
}
