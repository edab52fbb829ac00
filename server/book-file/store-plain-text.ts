import type { StoredFile } from './book-file-queries.ts'
import type { BookFiles } from './book-files.ts'
import { writePlainText } from '#server/epub/write-plain-text.ts'

/** A plain text is made from its EPUB when it is first asked for, byte for byte the one its row describes. */
export async function storePlainText(bookFiles: BookFiles, { storageKey, parentKey }: StoredFile): Promise<void> {
  if (parentKey === null || (await bookFiles.has(storageKey))) return
  await bookFiles.put(storageKey, await writePlainText(await bookFiles.read(parentKey)))
}
