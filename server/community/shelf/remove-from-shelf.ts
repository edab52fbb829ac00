import type { Db } from '#server/platform/db/schema.ts'

export async function removeFromShelf(db: Db, userId: string, bookId: string) {
  await db.deleteFrom('shelf').where('userId', '=', userId).where('bookId', '=', bookId).execute()
}
