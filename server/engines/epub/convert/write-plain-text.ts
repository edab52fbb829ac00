import { plainTextOf } from '#server/engines/epub/plain-text-of.ts'
import { readMetadata } from '#server/engines/epub/read-metadata.ts'
import { cleanPage, placeOf } from '#server/engines/epub/serve/book-entry.ts'
import { readOutline } from '#server/engines/epub/serve/book-outline.ts'
import { OpenedEpub } from '#server/engines/epub/serve/opened-epub.ts'
import { readPage } from '#server/engines/epub/serve/read-page.ts'
import { Failure } from '#shared/api/failure.ts'

/**
 * Returns the text of an EPUB in UTF-8 with CRLF line ends, and with a byte order mark for old text editors. The same
 * book always results in the same bytes. Rights and source are those that the library states for the book.
 */
export async function writePlainText(
  bytes: Buffer,
  stated: { rights: string; source: string } = { rights: '', source: '' },
): Promise<Buffer> {
  const epub = await OpenedEpub.fromBytes(bytes)
  const { metadata } = readMetadata(epub.index.root)
  const {
    outline: { sections },
  } = await readOutline(epub)
  const parts: string[] = []
  for (const path of new Set(sections.map((section) => section.path))) {
    const text = await readSection(epub, path)
    if (text !== '') parts.push(text)
  }
  const [rights, source] = [stated.rights || metadata.rights, stated.source || metadata.source]
  const head = [metadata.title, metadata.creators.join('、'), rights, source]
  // If this site has made the EPUB, its title page already contains the title, the authors, the rights and the source.
  // Otherwise they are added at the beginning.
  if (!parts[0]?.startsWith(metadata.title)) parts.unshift(head.filter((line) => line !== '').join('\n'))
  return Buffer.from(`\ufeff${parts.join('\n\n\n').replaceAll('\n', '\r\n')}\r\n`)
}

/** Returns the text of a section; empty for a picture, and for a section without a readable beginning. */
async function readSection(epub: OpenedEpub, path: string): Promise<string> {
  const file = epub.findPictured(path) ?? epub.find(path)
  if (file === undefined || !file.type.endsWith('xml')) return ''
  const page = await readPage(epub.archive, file.path).catch((error: unknown) => {
    if (error instanceof Failure) return undefined
    throw error
  })
  return page === undefined ? '' : plainTextOf(cleanPage(page, placeOf(epub, file.path, '/')).text)
}
