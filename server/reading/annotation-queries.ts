import { sql } from 'kysely'
import type { Annotation } from '#shared/api/reader/annotation.ts'
import type { Db } from '#server/db/schema.ts'
import { lockUntilCommit } from '#server/db/with-lock.ts'

const columns = [
  ...(['id', 'fileId', 'kind', 'color', 'locator', 'fraction', 'quote', 'chapter', 'note', 'createdAt'] as const),
  ...(['updatedAt', 'isDeleted'] as const),
]

/** Returns a page of a user's annotations in one book, sorted by id. The page begins after the given id. */
export async function listAnnotations(
  db: Db,
  userId: string,
  bookId: string,
  after: string | undefined,
  limit: number,
) {
  const rows = await db
    .selectFrom('annotation')
    .select(columns)
    .where('userId', '=', userId)
    .where('bookId', '=', bookId)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  const list = rows.slice(0, limit).map(toAnnotation)
  return { list, next: rows.length > limit ? (list.at(-1)?.id ?? null) : null }
}

export async function listAnnotationsById(db: Db, userId: string, ids: string[]): Promise<Annotation[]> {
  const rows = await db
    .selectFrom('annotation')
    .select(columns)
    .where('userId', '=', userId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map(toAnnotation)
}

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
          locator: eb.ref('excluded.locator'),
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

/** Counts the annotations of a user in a book, and the records of deleted ones. */
export async function countAnnotations(db: Db, userId: string, bookId: string) {
  return db
    .selectFrom('annotation')
    .where('userId', '=', userId)
    .where('bookId', '=', bookId)
    .select([
      sql<number>`count(*) filter (where not is_deleted)::int`.as('shown'),
      sql<number>`count(*) filter (where is_deleted)::int`.as('deleted'),
    ])
    .executeTakeFirstOrThrow()
}

/** Deletes the oldest records of deleted annotations, except for the newest `limit` ones. */
export async function deleteOldTombstones(db: Db, userId: string, bookId: string, limit: number) {
  await sql`delete from annotation where user_id = ${userId} and id in (
    select id from annotation where user_id = ${userId} and book_id = ${bookId} and is_deleted
    order by updated_at desc, id offset ${limit})`.execute(db)
}

/** Locks the annotations of a user in a book until the transaction ends, so that concurrent writes wait. */
export async function lockAnnotations(db: Db, userId: string, bookId: string) {
  await lockUntilCommit(db, `annotation ${userId} ${bookId}`)
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}

function toAnnotation<T extends { createdAt: Date; updatedAt: Date }>(row: T) {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }
}
