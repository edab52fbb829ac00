import { sql } from 'kysely'
import type { Annotation } from '#shared/api/reader/annotation.ts'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * Inserts annotations of a book, or updates them if the stored version is older than the given one. Times in the future
 * are set to the present.
 */
export async function upsertAnnotations(db: Db, userId: string, bookId: string, list: Annotation[]) {
  const now = new Date()
  const values = list.map(({ createdAt, updatedAt, ...one }) => ({
    ...one,
    userId,
    bookId,
    createdAt: earlier(new Date(createdAt), now),
    updatedAt: earlier(new Date(updatedAt), now),
  }))
  await db
    .insertInto('annotation')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'id'])
        .doUpdateSet((eb) => ({
          color: eb.ref('excluded.color'),
          // A change of an annotation that was made in a replaced text comes without a locator.
          locator: eb
            .case()
            .when('excluded.isDeleted', '=', true)
            .then(eb.ref('excluded.locator'))
            .else(sql<string>`coalesce(nullif(excluded.locator, ''), annotation.locator)`)
            .end(),
          fraction: eb.ref('excluded.fraction'),
          quote: eb.ref('excluded.quote'),
          chapter: eb.ref('excluded.chapter'),
          note: eb.ref('excluded.note'),
          updatedAt: eb.ref('excluded.updatedAt'),
          isDeleted: eb.ref('excluded.isDeleted'),
        }))
        // An update never moves an annotation to another book.
        .whereRef('annotation.bookId', '=', 'excluded.bookId')
        .whereRef('annotation.updatedAt', '<', 'excluded.updatedAt'),
    )
    .execute()
}

/** Deletes the oldest records of deleted annotations, except for the newest `limit` ones. */
export async function deleteOldTombstones(db: Db, userId: string, bookId: string, limit: number) {
  await sql`delete from annotation where user_id = ${userId} and id in (
    select id from annotation where user_id = ${userId} and book_id = ${bookId} and is_deleted
    order by updated_at desc, id offset ${limit})`.execute(db)
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}
