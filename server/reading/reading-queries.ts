import { sql } from 'kysely'
import type { Progress } from '#shared/api/reading.ts'
import type { Db } from '#server/db/schema.ts'

const columns = ['bookId', 'fileId', 'locator', 'fraction', 'updatedAt', 'deviceId', 'device'] as const

export async function findProgress(db: Db, userId: string, bookId: string): Promise<Progress | undefined> {
  const row = await db
    .selectFrom('reading')
    .select(columns)
    .where('userId', '=', userId)
    .where('bookId', '=', bookId)
    .executeTakeFirst()
  return row && { ...row, updatedAt: row.updatedAt.toISOString() }
}

/** Keeps the later of what is known and what is said. A device whose clock runs ahead speaks for now, not for tomorrow. */
export async function keepProgress(db: Db, userId: string, { updatedAt, ...said }: Progress) {
  const time = sql<Date>`least(${new Date(updatedAt)}::timestamptz, now())`
  await db
    .insertInto('reading')
    .values({ userId, ...said, updatedAt: time })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'bookId'])
        .doUpdateSet({ ...said, updatedAt: time })
        .where('reading.updatedAt', '<', time),
    )
    .execute()
}

export async function forgetProgress(db: Db, userId: string, bookId: string) {
  await db.deleteFrom('reading').where('userId', '=', userId).where('bookId', '=', bookId).execute()
}

/** What a reader has been reading, the latest first. */
export async function listReading(db: Db, userId: string, limit: number) {
  const rows = await db
    .selectFrom('reading')
    .innerJoin('book', 'book.id', 'reading.bookId')
    .where('reading.userId', '=', userId)
    .select(['reading.bookId', 'book.title', 'book.authors', 'book.cover', 'reading.fraction', 'reading.updatedAt'])
    .orderBy('reading.updatedAt', 'desc')
    .orderBy('reading.bookId')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }))
}
