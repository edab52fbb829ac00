import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database, Db } from '#server/platform/db/schema.ts'

/**
 * SQL expression for the text files of a book as a JSON array: files in simplified characters before traditional ones,
 * EPUB before plain text.
 */
export function filesOf(eb: ExpressionBuilder<Database, 'book'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('bookFile')
      .whereRef('bookFile.bookId', '=', 'book.id')
      .select(['bookFile.id', 'bookFile.format', 'bookFile.language', 'bookFile.title', 'bookFile.size'])
      .select(['bookFile.countCharacters', 'bookFile.rights', 'bookFile.source'])
      .orderBy(sql`book_file.language = 'zh-Hant'`)
      .orderBy('bookFile.language')
      .orderBy('bookFile.format')
      .orderBy('bookFile.id'),
  )
}

export interface StoredFile {
  id: string
  bookId: string
  format: 'epub' | 'txt'
  language: string
  title: string
  size: number
  sha256: string
  storageKey: string
  rights: string
  source: string
  /** The storage key of the EPUB from which a plain text file is made; null for an EPUB. */
  parentKey: string | null
  createTime: Date
}

/** Returns a text file of a book with its storage key; undefined when it does not exist. */
export async function findBookFile(db: Db, id: string): Promise<StoredFile | undefined> {
  return db
    .selectFrom('bookFile as file')
    .leftJoin('bookFile as parent', 'parent.id', 'file.convertedFrom')
    .select(['file.id', 'file.bookId', 'file.format', 'file.language', 'file.title', 'file.size', 'file.sha256'])
    .select(['file.storageKey', 'file.rights', 'file.source', 'file.createTime', 'parent.storageKey as parentKey'])
    .where('file.id', '=', id)
    .executeTakeFirst()
}
