import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

/**
 * Returns the EPUB that the reader opens: the given file, or else the first file of the book, those in simplified
 * characters before others.
 */
export async function findReadableFile(db: Db, bookId: string, fileId?: string) {
  return db
    .selectFrom('bookFile')
    .select(['id', 'size', 'sha256', 'storageKey'])
    .where('bookId', '=', bookId)
    .where('format', '=', 'epub')
    .$if(fileId !== undefined, (query) => query.where('id', '=', fileId ?? ''))
    .orderBy(sql`language = 'zh-Hant'`)
    .orderBy('language')
    .orderBy('id')
    .executeTakeFirst()
}
