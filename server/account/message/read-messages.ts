import type { Db } from '#server/platform/db/schema.ts'

/**
 * Marks one message of a user as read, or all of them. Returns how many were unread before; undefined when the message
 * does not exist.
 */
export async function readMessages(db: Db, userId: string, id?: string): Promise<number | undefined> {
  const { numUpdatedRows } = await db
    .updateTable('message')
    .set({ isRead: true })
    .where('userId', '=', userId)
    .where('isRead', '=', false)
    .$if(id !== undefined, (qb) => qb.where('id', '=', String(id)))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n || id === undefined) return Number(numUpdatedRows)
  const known = await db
    .selectFrom('message')
    .select('id')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return known && 0
}

/** Deletes a message of a user. Returns false when the user has no such message. */
export async function deleteMessage(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('message')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
