import { Outlet, useLocation } from 'react-router'
import type { Role } from '#shared/api/account/user.ts'
import { isLoggedIn, useSession } from '#web/session/session-store.ts'
import './admin-form.css'
import './admin-frame.css'
import './admin-list.css'
import './admin-page.css'

/** The admin pages in the order of their menu. `role` is the role that a page requires; admins may use every page. */
const adminPages: { path: string; label: string; role: Role }[] = [
  { path: '/admin/recommend', label: '推荐', role: 'editor' },
  { path: '/admin/video', label: '视频', role: 'editor' },
  { path: '/admin/book', label: '书', role: 'editor' },
  { path: '/admin/person', label: '人物', role: 'editor' },
  { path: '/admin/tag', label: '标签', role: 'editor' },
  { path: '/admin/place', label: '地方', role: 'editor' },
  { path: '/admin/tour', label: '漫游', role: 'editor' },
  { path: '/admin/search', label: '检索', role: 'editor' },
  { path: '/admin/library', label: '书库', role: 'editor' },
  { path: '/admin/comment', label: '评论', role: 'editor' },
  { path: '/admin/guard', label: '防护', role: 'admin' },
  { path: '/admin/system', label: '系统', role: 'admin' },
  { path: '/admin/user', label: '用户', role: 'admin' },
  { path: '/admin/audit', label: '操作记录', role: 'admin' },
]

/**
 * Layout of all admin pages. It shows the pages only to editors and admins; independently of the layout, the server
 * refuses admin calls of other users.
 */
export function Component() {
  const roles = useSession(({ userInfo }) => userInfo.roles)
  const { pathname } = useLocation()
  if (roles.length === 0) return <EditorsOnly />
  const mine = adminPages.filter(({ role }) => roles.includes('admin') || roles.includes(role))
  return (
    <div className="admin">
      <nav className="admin-nav" aria-label="编辑台">
        {mine.map(({ path, label }) => (
          <a
            key={path}
            href={path}
            aria-current={pathname === path || pathname.startsWith(`${path}/`) ? 'page' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}

function EditorsOnly() {
  const session = useSession()
  const { pathname } = useLocation()
  const isPlainUser = isLoggedIn(session)
  const isKnown = session.isChecked && (!isPlainUser || session.hasRoles)
  return (
    <div className="admin">
      <title>编辑台</title>
      <meta name="robots" content="noindex" />
      <div className="empty">
        <h1>编辑台</h1>
        {!isKnown && <p>正在看你是谁……</p>}
        {isKnown && isPlainUser && <p>这里只有编辑能用。</p>}
        {isKnown && !isPlainUser && (
          <p>
            这里只有编辑能用，请先<a href={`/user/login?redirect=${encodeURIComponent(pathname)}`}>登录</a>。
          </p>
        )}
      </div>
    </div>
  )
}
