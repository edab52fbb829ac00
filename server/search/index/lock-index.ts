import type { Db } from '#server/db/schema.ts'
import { lockUntilCommit } from '#server/db/with-lock.ts'

/** Until the transaction ends nobody else writes the index. To be taken after all else of the transaction is written. */
export async function lockIndex(db: Db) {
  await lockUntilCommit(db, 'search')
}
