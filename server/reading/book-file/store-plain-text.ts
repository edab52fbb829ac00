import type { StoredFile } from '#server/catalogue/book/book-file-queries.ts'
import type { BookFiles } from './book-files.ts'
import { ignoreOutage } from '#server/http/call/outage.ts'
import { writePlainText } from '#server/engines/epub/convert/write-plain-text.ts'

/**
 * Converts an EPUB to plain text, stores the result and returns it. Returns undefined if it is stored already, and for
 * an EPUB. It is called when the plain text file is first requested. Every conversion gives the same bytes, so they
 * have the size and hash that the database already holds. While nothing can be stored, each request converts the book
 * anew.
 */
export async function storePlainText(
  bookFiles: BookFiles,
  { storageKey, parentKey, rights, source }: StoredFile,
): Promise<Buffer | undefined> {
  if (parentKey === null || (await bookFiles.has(storageKey))) return undefined
  const text = await writePlainText(await bookFiles.read(parentKey), { rights, source })
  await bookFiles.put(storageKey, text).catch(ignoreOutage)
  return text
}
