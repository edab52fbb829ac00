import { createHash } from 'node:crypto'
import { v5 as namedId } from 'uuid'
import { noTextChoice, type TextChoice } from '#shared/text-choice.ts'
import { maxImportBytes } from '#shared/import-size.ts'
import { fail } from '#shared/api/failure.ts'
import { checkChapters } from './check-chapters.ts'
import type { EpubBook, EpubEdition, EpubMetadata, TocEntry } from '#server/engines/epub/epub-model.ts'
import { plainTextOf } from '#server/engines/epub/plain-text-of.ts'
import { languageTagOf } from '#server/engines/epub/serve/book-language.ts'
import { examineEpub } from './examine-epub.ts'
import { edgeLength, findSampleMark } from './find-sample-mark.ts'
import { readMarkdownFile } from './read-markdown-file.ts'
import { type ReadFile, readTextFile } from './read-text-file.ts'

interface ReadImport {
  /** The SHA-256 hash of the original file, by which a repeated import is recognized. */
  sha256: string
  metadata: EpubMetadata
  isbn: string | null
  edition: EpubEdition
  warnings: string[]
  countChapters: number
  countCharacters: number
  /** The words that mark the text as a publisher's excerpt of a book; null if there are none. */
  sampleMark: string | null
  /** The book that was read from a text or Markdown file; null for an EPUB, which is stored unchanged. */
  book: EpubBook | null
}

const namespace = 'c8f4cd0e-0d3c-5d5f-8f0e-1f9f1d3ff0a4'

/**
 * Reads a file that an editor uploaded as a book. The same file and choice always result in the same book. Throws a
 * `Failure` if the file is unusable.
 */
export async function readImport(name: string, bytes: Buffer, choice = noTextChoice): Promise<ReadImport> {
  if (bytes.length === 0) fail('invalid', '文件是空的')
  if (bytes.length > maxImportBytes) fail('tooLarge', '文件超过 50 MB，太大了')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (isEpub(name, bytes)) {
    const { chapters, start, end, ...read } = await examineEpub(bytes)
    const metadata = tidyMetadata(read.metadata, name, sha256)
    const sampleMark = findSampleMark({ name, title: metadata.title, chapters, start, end })
    const edition = tidyEdition(read.edition)
    return {
      ...read,
      sha256,
      metadata,
      edition,
      sampleMark,
      warnings: withSample(read.warnings, sampleMark),
      book: null,
    }
  }
  const read = readText(name, bytes, choice)
  const metadata = tidyMetadata(read.book.metadata, name, sha256)
  const book = { ...read.book, metadata }
  checkChapters(countEntries(book.toc))
  let countCharacters = 0
  let [start, end] = ['', '']
  for (const { xhtml } of book.documents) {
    const text = plainTextOf(xhtml)
    countCharacters += text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
    if (start.length < edgeLength) start += `${text.slice(0, edgeLength)}\n`
    end = (end + text).slice(-edgeLength)
  }
  if (countCharacters === 0) fail('invalid', '这个文件里没有文字')
  const chapters = book.toc.flatMap(({ title, children }) => [title, ...children.map((child) => child.title)])
  const sampleMark = findSampleMark({ name, title: metadata.title, chapters, start, end })
  const counts = { countChapters: countEntries(book.toc), countCharacters }
  const edition = tidyEdition(read.edition)
  return {
    ...read,
    ...counts,
    sha256,
    metadata,
    edition,
    sampleMark,
    warnings: withSample(read.warnings, sampleMark),
    book,
  }
}

/** Adds a warning for the editor about an excerpt. */
function withSample(warnings: string[], sampleMark: string | null) {
  return sampleMark === null ? warnings : [`像是试读本（有「${sampleMark}」），不是全书`, ...warnings]
}

/** Returns metadata in the lengths and formats that the library stores. */
function tidyMetadata(metadata: EpubMetadata, name: string, sha256: string): EpubMetadata {
  const modified = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(metadata.modified)
    ? metadata.modified
    : '2000-01-01T00:00:00Z'
  const title = oneLine(metadata.title, 100) || oneLine(name.replace(/\.[^.]*$/, ''), 100) || '无题'
  const creators = tidyNames(metadata.creators)
  const identifier = `urn:uuid:${namedId(sha256, namespace)}`
  return { ...metadata, identifier, modified, title, creators, language: languageTagOf(metadata.language) }
}

/** Returns the facts about an edition in the lengths that editors may enter. */
function tidyEdition({ translators, editors, illustrators, publisher, year }: EpubEdition): EpubEdition {
  return {
    translators: tidyNames(translators),
    editors: tidyNames(editors),
    illustrators: tidyNames(illustrators),
    publisher: oneLine(publisher ?? '', 60) || null,
    year,
  }
}

function tidyNames(names: string[]): string[] {
  return names
    .map((name) => oneLine(name, 60))
    .filter(Boolean)
    .slice(0, 8)
}

function countEntries(entries: TocEntry[]): number {
  return entries.reduce((sum, { children }) => sum + 1 + countEntries(children), 0)
}

function extensionOf(name: string): string {
  return /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

function isEpub(name: string, bytes: Buffer): boolean {
  if (
    /^(%PDF|Rar!|7z\xbc|\xd0\xcf\x11\xe0|\x1f\x8b)/.test(bytes.toString('latin1', 0, 8)) ||
    bytes.toString('latin1', 60, 68) === 'BOOKMOBI'
  )
    fail('invalid', '只收 EPUB、TXT 和 Markdown，请先转成其中一种')
  return bytes.toString('latin1', 0, 2) === 'PK' || extensionOf(name) === 'epub'
}

function readText(name: string, bytes: Buffer, choice: TextChoice): ReadFile {
  return isMarkdown(name) ? readMarkdownFile(bytes, name, choice) : readTextFile(bytes, name, choice)
}

export function isMarkdown(name: string): boolean {
  return /^(md|markdown)$/.test(extensionOf(name))
}

/**
 * Tells whether a file is read as plain text, in which the program finds the chapters. Throws `invalid` for PDFs and
 * the like.
 */
export function isPlainText(name: string, bytes: Buffer): boolean {
  return !isEpub(name, bytes) && !isMarkdown(name)
}

function oneLine(text: string, max: number) {
  return [
    ...text
      .normalize('NFC')
      // Characters that mark the text direction stay, because a right-to-left title may begin with left-to-right
      // letters.
      .replace(/(?:(?![\u200e\u200f])\p{C}|\s)+/gu, ' ')
      .trim(),
  ]
    .slice(0, max)
    .join('')
}
