import { useSession } from '#web/session/session-store.ts'
import './edit-link.css'

/**
 * Link to the edit form of a book or person, shown only to editors. The link is positioned so that it does not change
 * the layout for other users.
 */
export function EditLink({ href }: { href: string }) {
  const isEditor = useSession(({ userInfo: { roles } }) => roles.includes('editor') || roles.includes('admin'))
  return (
    isEditor && (
      <a className="button button-quiet edit-link" href={href}>
        编辑
      </a>
    )
  )
}
