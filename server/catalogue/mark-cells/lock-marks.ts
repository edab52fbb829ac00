import type { Db } from '#server/platform/db/schema.ts'
import { lockUntilCommit } from '#server/platform/db/with-lock.ts'

/**
 * Locks the marks of the map until the transaction ends. Updates of marks share the lock; a recount of all cells takes
 * it exclusively.
 */
export async function lockMarks(db: Db, mode: 'shared' | 'exclusive') {
  await lockUntilCommit(db, 'marks', mode)
}
