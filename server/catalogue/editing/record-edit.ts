import { writeAudit } from '#server/account/audit/write-audit.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Editing } from './as-editor.ts'

/**
 * Writes an audit entry for an editor's change, such as `book.merge`. Must run in the transaction of the change.
 * Returns the id of the entry.
 */
export function recordEdit(
  db: Db,
  { editorId, undoes }: Editing,
  action: `${string}.${string}`,
  targetId: string,
  detail: Record<string, unknown>,
): Promise<string> {
  const [targetType = ''] = action.split('.')
  return writeAudit(db, {
    actorId: editorId,
    action,
    targetType,
    targetId,
    detail: { ...detail, ...(undoes && { undoes }) },
  })
}
