import { sql } from 'kysely'
import type { Annotation } from '#shared/api/reader/annotation.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { lockUntilCommit } from '#server/platform/db/with-lock.ts'

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

/** Locks the annotations of a user in a book until the transaction ends, so that concurrent writes wait. */
export async function lockAnnotations(db: Db, userId: string, bookId: string) {
  await lockUntilCommit(db, `annotation ${userId} ${bookId}`)
}

function toAnnotation<T extends { createdAt: Date; updatedAt: Date }>(row: T) {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }
}
