import { isEditor } from '#shared/api/account/is-editor.ts'
import { useSession } from '#web/frame/session/session-store.ts'
import './edit-link.css'

/**
 * Link to the edit form of a book or person, shown only to editors. The link is positioned so that it does not change
 * the layout for other users.
 */
export function EditLink({ href }: { href: string }) {
  const mayEdit = useSession(({ userInfo }) => isEditor(userInfo.roles))
  return (
    mayEdit && (
      <a className="button button-quiet edit-link" href={href}>
        编辑
      </a>
    )
  )
}
