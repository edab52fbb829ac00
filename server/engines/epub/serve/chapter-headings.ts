import type { ContentsEntry, Section } from '#shared/api/reader/reading.ts'
import { findFirst, textOf } from '#server/engines/epub/xml-tree.ts'
import { readOptionalEntry } from './book-index.ts'
import type { EpubArchive } from './epub-archive.ts'

/**
 * The maximum number and total size of the documents that are searched for headings when a book is opened. Only the
 * beginning of each is parsed.
 */
const maxSearched = { sections: 300, bytes: 4_000_000, charactersOfSection: 64_000 }

/**
 * Returns a table of contents for a book that has none: the first heading of each section. A long book gets entries for
 * its beginning only, because all its documents would have to be read.
 */
export async function listHeadings(archive: EpubArchive, sections: Section[]): Promise<ContentsEntry[]> {
  const entries: ContentsEntry[] = []
  let bytes = 0
  for (const [section, { path, size }] of sections.slice(0, maxSearched.sections).entries()) {
    bytes += size
    if (bytes > maxSearched.bytes) break
    const document = await readOptionalEntry(archive, path, maxSearched.charactersOfSection)
    const heading = ['h1', 'h2', 'h3'].map((name) => findFirst(document, name)).find(Boolean)
    const label = textOf(heading).slice(0, 80)
    if (label !== '') entries.push({ label, section, fragment: '', depth: 0 })
  }
  return entries
}
