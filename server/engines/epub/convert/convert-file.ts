import type { EpubEdition, EpubMetadata } from '#server/engines/epub/epub-model.ts'
import type { TextChoice } from '#shared/text-choice.ts'
import { readImport } from './read-import.ts'
import { writeEpub } from '#server/engines/epub/write-epub.ts'
import { writePlainText } from './write-plain-text.ts'

/** Information about an imported book file, available once the file has been read. */
export interface ImportFacts {
  /** The SHA-256 hash of the original file, by which a repeated import is recognized. */
  sha256: string
  isbn: string | null
  edition: EpubEdition
  warnings: string[]
  metadata: EpubMetadata
  countChapters: number
  countCharacters: number
  /** The words that mark the text as a publisher's excerpt of a book; null if there are none. */
  sampleMark: string | null
}

export interface ConvertedImport extends ImportFacts {
  /** The imported EPUB itself, or the EPUB that was made from a text of another format. */
  epub: Buffer
  text: Buffer
}

/**
 * The rights and source that an editor enters for an imported book. If the editor enters no source, the source that the
 * file names is used.
 */
export interface ImportWords {
  rights: string
  source: string
}

export interface ImportTask {
  name: string
  bytes: Buffer
  /** The rights and source of the book that the editor entered; null if the file is to be read but not converted. */
  words: ImportWords | null
  /** The editor's choices for a text file. */
  choice: TextChoice
}

/**
 * Reads an imported book file. If `words` (rights and source) are given, also returns the book as an EPUB and as plain
 * text. Throws a `Failure` if the file is unusable.
 */
export async function convertFile({ name, bytes, words, choice }: ImportTask): Promise<ImportFacts | ConvertedImport> {
  const { book, ...read } = await readImport(name, bytes, choice)
  const facts = { ...read, warnings: read.warnings.slice(0, 20) }
  if (words === null) return facts
  const source = words.source || read.metadata.source.slice(0, 200) || `编辑从文件「${name}」导入。`
  const metadata = { ...read.metadata, rights: words.rights, source }
  const epub = book === null ? bytes : writeEpub({ ...book, metadata })
  return { ...facts, metadata, epub, text: await writePlainText(epub, metadata) }
}
