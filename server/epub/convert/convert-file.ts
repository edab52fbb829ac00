import type { EpubMetadata } from '#server/epub/epub-model.ts'
import { readImport } from './read-import.ts'
import { writeEpub } from '#server/epub/write-epub.ts'
import { writePlainText } from '#server/epub/write-plain-text.ts'

/** What is known of a file once it has been read. */
export interface ImportFacts {
  /** Of the file as it came, which is known again by it. */
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

/** What is to stand in the book; an empty source leaves what the file says of itself. */
export interface ImportWords {
  rights: string
  source: string
}

export interface ImportTask {
  name: string
  bytes: Buffer
  /** Null only reads. */
  words: ImportWords | null
}

/** All of an import that looks into the file. */
export async function convertFile({ name, bytes, words }: ImportTask): Promise<ImportFacts | ConvertedImport> {
  const { book, sha256, isbn, warnings, countCharacters } = await readImport(name, bytes)
  const facts = { sha256, isbn, warnings: warnings.slice(0, 20), countChapters: book.documents.length, countCharacters }
  if (words === null) return { ...facts, metadata: book.metadata }
  const source = words.source || book.metadata.source.slice(0, 200) || `编辑从文件「${name}」导入。`
  const metadata = { ...book.metadata, rights: words.rights, source }
  const epub = writeEpub({ ...book, metadata })
  return { ...facts, metadata, epub, text: await writePlainText(epub) }
}
