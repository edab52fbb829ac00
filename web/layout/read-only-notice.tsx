import { useSite } from '#web/page/use-site.ts'
import './read-only-notice.css'

/** Tells visitors of a read-only site, at the top of every page, that nothing can be saved. */
export function ReadOnlyNotice() {
  const { isReadOnly } = useSite()
  if (!isReadOnly) return null
  return (
    <p className="read-only-notice" role="status">
      网站正在维护：可以浏览，暂时不能登录和保存。
    </p>
  )
}
