import { isEditor } from '#shared/api/account/is-editor.ts'
import { Outlet, useLocation } from 'react-router'
import type { Role } from '#shared/api/account/user.ts'
import { isLoggedIn, useSession } from '#web/frame/session/session-store.ts'
import './admin-form.css'
import './admin-frame.css'
import './admin-list.css'
import './admin-page.css'

interface AdminPage {
  path: string
  label: string
  /** The role that the page requires; admins may use every page. */
  role: Role
}

/** The admin pages in the order of their menu, grouped by the kind of work. */
const adminGroups: { name: string; pages: AdminPage[] }[] = [
  {
    name: '总览',
    pages: [{ path: '/admin', label: '总览', role: 'editor' }],
  },
  {
    name: '来稿',
    pages: [
      { path: '/admin/recommend', label: '推荐', role: 'editor' },
      { path: '/admin/comment', label: '评论', role: 'editor' },
    ],
  },
  {
    name: '内容',
    pages: [
      { path: '/admin/book', label: '书', role: 'editor' },
      { path: '/admin/person', label: '人物', role: 'editor' },
      { path: '/admin/place', label: '地方', role: 'editor' },
      { path: '/admin/tag', label: '标签', role: 'editor' },
      { path: '/admin/tour', label: '漫游', role: 'editor' },
      { path: '/admin/video', label: '视频', role: 'editor' },
      { path: '/admin/library', label: '书库', role: 'editor' },
      { path: '/admin/search', label: '检索', role: 'editor' },
    ],
  },
  {
    name: '站点',
    pages: [
      { path: '/admin/user', label: '用户', role: 'admin' },
      { path: '/admin/guard', label: '防护', role: 'admin' },
      { path: '/admin/system', label: '系统', role: 'admin' },
      { path: '/admin/audit', label: '操作记录', role: 'admin' },
    ],
  },
]

/**
 * Layout of all admin pages. It shows the pages only to editors and admins; independently of the layout, the server
 * refuses admin calls of other users.
 */
export function Component() {
  const roles = useSession(({ userInfo }) => userInfo.roles)
  const { pathname } = useLocation()
  if (!isEditor(roles)) return <EditorsOnly />
  const isMine = ({ role }: AdminPage) => roles.includes('admin') || roles.includes(role)
  const isHere = (path: string) => pathname === path || (path !== '/admin' && pathname.startsWith(`${path}/`))
  const groups = adminGroups.map((group) => ({ ...group, pages: group.pages.filter(isMine) }))
  return (
    <div className="admin">
      <nav className="admin-nav" aria-label="编辑台">
        {groups
          .filter(({ pages }) => pages.length > 0)
          .map(({ name, pages }) => (
            <ul key={name} aria-label={name}>
              {pages.map(({ path, label }) => (
                <li key={path}>
                  <a
                    href={path}
                    aria-current={isHere(path) ? 'page' : undefined}
                    ref={isHere(path) ? scrollIntoMenu : null}
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          ))}
      </nav>
      <Outlet />
    </div>
  )
}

/** Scrolls the menu, which is one row on phones, so that the link of the current page is in its middle. */
function scrollIntoMenu(link: HTMLElement | null) {
  const menu = link?.closest('nav')
  if (link && menu) menu.scrollLeft = link.offsetLeft - menu.clientWidth / 2
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
        {!isKnown && <p>确认登录状态……</p>}
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
