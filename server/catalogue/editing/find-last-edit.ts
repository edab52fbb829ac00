import type { LastEdit } from '#shared/api/editing.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** Returns the last edit of a book or another object by an editor; null if no editor has edited it. */
export async function findLastEdit(db: Db, targetId: string): Promise<LastEdit | null> {
  const row = await db
    .selectFrom('audit')
    .innerJoin('user', 'user.id', 'audit.actorId')
    .select(['user.name', 'audit.createTime'])
    .where('targetId', '=', targetId)
    .orderBy('audit.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { name: row.name, time: row.createTime.toISOString() } : null
}
