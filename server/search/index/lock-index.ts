import type { Db } from '#server/platform/db/schema.ts'
import { lockUntilCommit } from '#server/platform/db/with-lock.ts'

/**
 * Locks the search index against other writers until the transaction ends. Call this after all other writes of the
 * transaction.
 */
export async function lockIndex(db: Db) {
  await lockUntilCommit(db, 'search')
}
