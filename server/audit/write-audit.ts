import { v7 as newId } from 'uuid'
import type { Db } from '#server/db/schema.ts'

export interface AuditEntry {
  /** Null for the site itself. */
  actorId: string | null
  /** Noun and verb, such as `book.merge`. */
  action: string
  targetType: string
  targetId: string | null
  /** What is needed to see, or undo, what was done; no secrets. */
  detail?: Record<string, unknown>
}

/** Notes what an editor or admin does, in the transaction that does it. Returns the entry's id. */
export async function writeAudit(db: Db, { detail = {}, ...entry }: AuditEntry): Promise<string> {
  const id = newId()
  await db
    .insertInto('audit')
    .values({ id, ...entry, detail: JSON.stringify(detail) })
    .execute()
  return id
}
