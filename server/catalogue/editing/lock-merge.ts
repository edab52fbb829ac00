import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Merge } from './move-pairs.ts'

/**
 * Locks and returns the database record of a merge of two books, tags or places. Fails as `conflict` if the merge was
 * undone already. Must run in a transaction.
 */
export async function lockMerge(db: Db, id: string): Promise<Merge> {
  const merge = await db
    .selectFrom('merge')
    .select(['id', 'loserId', 'winnerId', 'undoneAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (merge === undefined || merge.undoneAt !== null) return fail('conflict', '这次合并已经撤销过了')
  return merge
}
