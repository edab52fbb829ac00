import { writeAudit } from '#server/audit/write-audit.ts'
import type { Db } from '#server/db/schema.ts'
import type { Editing } from './as-editor.ts'

/** Notes what an editor does to a thing of a noun, such as `book.merge`, in the transaction that does it. Returns the entry's id. */
export function recordEdit(
  db: Db,
  { editorId, undoes }: Editing,
  action: `${string}.${string}`,
  targetId: string,
  told: Record<string, unknown>,
): Promise<string> {
  const [targetType = ''] = action.split('.')
  return writeAudit(db, {
    actorId: editorId,
    action,
    targetType,
    targetId,
    detail: { ...told, ...(undoes && { undoes }) },
  })
}
