import { announce } from '#server/cache/changes.ts'
import type { Db } from '#server/db/schema.ts'

/** A notification carries eight thousand bytes. */
const topicsAtOnce = 100

/** Says, in the transaction that changes how a user is shown, which pages show him: his own, and those of the books he speaks of. */
export async function announceUser(db: Db, userId: string) {
  const recommended = db.selectFrom('recommendation').select('bookId as id').where('userId', '=', userId)
  const commented = db
    .selectFrom('comment')
    .select('itemId as id')
    .where('userId', '=', userId)
    .where('itemType', '=', 'book')
  const books = await recommended.union(commented).execute()
  const topics = [`user:${userId}`, ...books.map(({ id }) => `book:${id}`)]
  for (let at = 0; at < topics.length; at += topicsAtOnce) await announce(db, ...topics.slice(at, at + topicsAtOnce))
}
