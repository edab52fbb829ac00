import type { StoredFile } from './book-file-queries.ts'
import type { BookFiles } from './book-files.ts'
import { writePlainText } from '#server/epub/convert/write-plain-text.ts'

/**
 * Converts an EPUB to plain text and stores the result, unless it is stored already. It is called when the plain text
 * file is first requested. Every conversion gives the same bytes, so they have the size and hash that the database
 * already holds.
 */
export async function storePlainText(
  bookFiles: BookFiles,
  { storageKey, parentKey, rights, source }: StoredFile,
): Promise<void> {
  if (parentKey === null || (await bookFiles.has(storageKey))) return
  await bookFiles.put(storageKey, await writePlainText(await bookFiles.read(parentKey), { rights, source }))
}
