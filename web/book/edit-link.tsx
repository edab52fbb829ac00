import { useSession } from '#web/session/session-store.ts'

/**
 * Link to the edit form of a book, shown only to editors. The link is positioned so that it does not change the layout
 * for other users.
 */
export function EditLink({ id }: { id: string }) {
  const isEditor = useSession(({ userInfo: { roles } }) => roles.includes('editor') || roles.includes('admin'))
  return (
    isEditor && (
      <a className="button button-quiet book-edit" href={`/admin/book/${id}`}>
        编辑
      </a>
    )
  )
}
