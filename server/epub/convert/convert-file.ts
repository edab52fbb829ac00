import type { EpubMetadata } from '#server/epub/epub-model.ts'
import { readImport } from './read-import.ts'
import { writeEpub } from '#server/epub/write-epub.ts'
import { writePlainText } from '#server/epub/write-plain-text.ts'

/** Facts about a file, available once it has been read. */
export interface ImportFacts {
  /** Hash of the original file, by which a repeated import is recognized. */
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

/** Texts for the metadata of the book. An empty source leaves the source that the file names. */
export interface ImportWords {
  rights: string
  source: string
}

export interface ImportTask {
  name: string
  bytes: Buffer
  /** Texts for the book; null reads the file without converting it. */
  words: ImportWords | null
}

/**
 * Reads a file and, if `words` are given, converts it to an EPUB and a plain text. Throws a `Failure` for unusable
 * files.
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
