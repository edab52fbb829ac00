import { v7 as newId } from 'uuid'
import type { Db } from '#server/platform/db/schema.ts'

interface AuditEntry {
  /** The user whose action the audit entry records; null for an action of the site itself. */
  actorId: string | null
  /** The recorded action as a noun and a verb, such as `book.merge`. */
  action: string
  targetType: string
  targetId: string | null
  /** The data needed to show or undo the recorded change; it contains no secrets. */
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
