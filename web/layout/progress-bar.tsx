import { useNavigation } from 'react-router'

/** A line at the top while the next page is on its way. */
export function ProgressBar() {
  const globalLoading = useNavigation().state !== 'idle'
  return (
    <div className="progress-bar" role="status" data-loading={globalLoading || undefined}>
      <span className="visually-hidden">{globalLoading ? '正在打开页面' : ''}</span>
    </div>
  )
}
