import { useSession } from '#web/session/session-store.ts'

/** The way to the desk, for editors alone; it has no room of its own to take from others. */
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
