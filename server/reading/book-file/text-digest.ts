import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Db } from '#server/platform/db/schema.ts'
import type { StoredFile } from '#server/catalogue/book/book-file-queries.ts'
import type { BookFiles } from './book-files.ts'

const sample = 1024

/**
 * Records the digest by which the e-reader program KOReader identifies a text file. It is called before the file is
 * served, so that reading progress that KOReader sends later can be assigned to a book.
 */
export async function recordDigest(db: Db, bookFiles: BookFiles, file: StoredFile): Promise<void> {
  const { sha256, bookId, id: fileId } = file
  const known = await db
    .selectFrom('kosyncDocument')
    .select(['bookId', 'fileId'])
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (known?.bookId === bookId && known.fileId === fileId) return
  if (known !== undefined) {
    // A file with the same bytes was recorded before, but for another book or as another file of this book. The record
    // now gets the book and the file that are served.
    await db.updateTable('kosyncDocument').set({ bookId, fileId }).where('sha256', '=', sha256).execute()
    return
  }
  const digest = await digestFile(bookFiles, file)
  await db
    .insertInto('kosyncDocument')
    .values({ document: digest, sha256, bookId, fileId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Returns the digest by which the e-reader program KOReader identifies a file: the MD5 of samples of one kilobyte at
 * the beginning and at 1 kB, 4 kB, 16 kB and so on.
 */
async function digestFile(
  bookFiles: BookFiles,
  { storageKey, size }: Pick<StoredFile, 'storageKey' | 'size'>,
): Promise<string> {
  const digest = createHash('md5')
  for (let start = 0; start < size; start = start === 0 ? sample : start * 4) {
    const end = Math.min(start + sample, size) - 1
    digest.update(await buffer(bookFiles.stream(storageKey, { start, end })))
  }
  return digest.digest('hex')
}
