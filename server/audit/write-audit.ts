import { v7 as newId } from 'uuid'
import type { Db } from '#server/db/schema.ts'

export interface AuditEntry {
  /** The user who acted; null if the site itself acted. */
  actorId: string | null
  /** The noun and verb of the action, such as `book.merge`. */
  action: string
  targetType: string
  targetId: string | null
  /** The data needed to show or undo the change that was made; it contains no secrets. */
  detail?: Record<string, unknown>
}

/**
 * Writes an audit entry for a change by an editor or admin. Must run in the transaction of the change. Returns the
 * entry's id.
 */
export async function writeAudit(db: Db, { detail = {}, ...entry }: AuditEntry): Promise<string> {
  const id = newId()
  await db
    .insertInto('audit')
    .values({ id, ...entry, detail: JSON.stringify(detail) })
    .execute()
  return id
}
