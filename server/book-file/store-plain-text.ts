import type { StoredFile } from './book-file-queries.ts'
import type { BookFiles } from './book-files.ts'
import { writePlainText } from '#server/epub/write-plain-text.ts'

/**
 * Converts an EPUB to its plain text and stores it, when the plain text is first requested. The bytes equal those that
 * its row describes.
 */
export async function storePlainText(bookFiles: BookFiles, { storageKey, parentKey }: StoredFile): Promise<void> {
  if (parentKey === null || (await bookFiles.has(storageKey))) return
  await bookFiles.put(storageKey, await writePlainText(await bookFiles.read(parentKey)))
}
