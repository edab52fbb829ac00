import { invalidate } from '#server/platform/cache/changes.ts'
import { topic } from '#server/platform/cache/topics.ts'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * Invalidates the pages that show a user's name or avatar, or link to their profile: the profile itself and the books
 * they commented on or recommended. Must run in the transaction that changes the user.
 */
export async function invalidateUser(db: Db, userId: string) {
  const recommended = db.selectFrom('recommendation').select('bookId as id').where('userId', '=', userId)
  const commented = db
    .selectFrom('comment')
    .select('itemId as id')
    .where('userId', '=', userId)
    .where('itemType', '=', 'book')
  const books = await recommended.union(commented).execute()
  await invalidate(db, topic.user(userId), ...books.flatMap(({ id }) => (id === null ? [] : topic.book(id))))
}
