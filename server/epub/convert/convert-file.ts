import type { EpubMetadata } from '#server/epub/epub-model.ts'
import { readImport } from './read-import.ts'
import { writeEpub } from '#server/epub/write-epub.ts'
import { writePlainText } from '#server/epub/write-plain-text.ts'

/** Information about an imported book file, available once the file has been read. */
export interface ImportFacts {
  /** The SHA-256 hash of the original file, by which a repeated import is recognized. */
  sha256: string
  isbn: string | null
  warnings: string[]
  metadata: EpubMetadata
  countChapters: number
  countCharacters: number
}

export interface ConvertedImport extends ImportFacts {
  epub: Buffer
  text: Buffer
}

/**
 * The rights and source that an editor enters for an imported book. If the source is empty, the source named in the
 * file is used.
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
}

/**
 * Reads an imported book file. If `words` (rights and source) are given, converts the file to an EPUB and a plain text.
 * Throws a `Failure` if the file is unusable.
 */
export async function convertFile({ name, bytes, words }: ImportTask): Promise<ImportFacts | ConvertedImport> {
  const { book, sha256, isbn, warnings, countCharacters } = await readImport(name, bytes)
  const facts = { sha256, isbn, warnings: warnings.slice(0, 20), countChapters: book.documents.length, countCharacters }
  if (words === null) return { ...facts, metadata: book.metadata }
  const source = words.source || book.metadata.source.slice(0, 200) || `编辑从文件「${name}」导入。`
  const metadata = { ...book.metadata, rights: words.rights, source }
  const epub = writeEpub({ ...book, metadata })
  return { ...facts, metadata, epub, text: await writePlainText(epub) }
}
