import { plainTextOf } from '#server/epub/plain-text-of.ts'
import { readMetadata } from '#server/epub/read-metadata.ts'
import { placeOf } from '#server/epub/serve/book-entry.ts'
import { readOutline } from '#server/epub/serve/book-outline.ts'
import { cleanMarkup } from '#server/epub/serve/clean-markup.ts'
import { decodeMarkup } from '#server/epub/serve/decode-markup.ts'
import { OpenedEpub } from '#server/epub/serve/opened-epub.ts'
import { Failure } from '#shared/api/failure.ts'

const maxTextBytes = 12 * 1024 * 1024

/**
 * Returns the text of an EPUB in UTF-8 with a byte order mark for old editors and CRLF line ends. The same book always
 * results in the same bytes. Rights and source are those that the library states for the book.
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
  // The title page of an EPUB that the library made contains title, authors, rights and source already.
  if (!parts[0]?.startsWith(metadata.title)) parts.unshift(head.filter((line) => line !== '').join('\n'))
  return Buffer.from(`\ufeff${parts.join('\n\n\n').replaceAll('\n', '\r\n')}\r\n`)
}

/** Returns the text of a section; empty for a picture, and for a section that is damaged. */
async function readSection(epub: OpenedEpub, path: string): Promise<string> {
  const file = epub.findPictured(path) ?? epub.find(path)
  if (file === undefined || !file.type.endsWith('xml')) return ''
  const bytes = await epub.archive.read(file.path, maxTextBytes).catch((error: unknown) => {
    if (error instanceof Failure) return undefined
    throw error
  })
  return bytes === undefined ? '' : plainTextOf(cleanMarkup(decodeMarkup(bytes), placeOf(epub, file.path, '/')).text)
}
