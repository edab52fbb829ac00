import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { hasSameWords } from '#shared/book-text.ts'
import { cleanerVersion } from '#server/engines/epub/serve/book-entry.ts'

/**
 * Returns the EPUB that the reader opens: the given file, or else the first file of the book, those in simplified
 * characters before others. Its version changes with the bytes of the file and with the cleaning of its entries.
 */
export async function findReadableFile(db: Db, bookId: string, fileId?: string) {
  const file = await db
    .selectFrom('bookFile')
    .select(['id', 'size', 'sha256', 'storageKey'])
    .where('bookId', '=', bookId)
    .where('format', '=', 'epub')
    .$if(fileId !== undefined, (query) => query.where('id', '=', fileId ?? ''))
    .orderBy(sql`language = 'zh-Hant'`)
    .orderBy('language')
    .orderBy('id')
    .executeTakeFirst()
  return file && { ...file, version: `${file.sha256.slice(0, 16)}-${cleanerVersion}` }
}

interface MarkedPlace {
  fileId: string
  locator: string
  /** The version of the text in which the locator was made; undefined from a page of an older program. */
  textVersion?: string | undefined
}

/**
 * Returns places in books as they are stored. If another text has replaced the one in which a locator was made, the
 * locator is emptied, and only the fraction of the place remains.
 */
export async function withoutStaleLocators<T extends MarkedPlace>(
  db: Db,
  places: T[],
): Promise<Omit<T, 'textVersion'>[]> {
  const fileIds = places.flatMap(({ fileId, textVersion }) => (textVersion === undefined ? [] : [fileId]))
  const files =
    fileIds.length === 0
      ? []
      : await db.selectFrom('bookFile').select(['id', 'sha256']).where('id', 'in', fileIds).execute()
  return places.map(({ textVersion, ...place }) => {
    const file = files.find(({ id }) => id === place.fileId)
    const isStale = file !== undefined && textVersion !== undefined && !hasSameWords(textVersion, file.sha256)
    return isStale ? { ...place, locator: '' } : place
  })
}
