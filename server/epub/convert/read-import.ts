import { createHash } from 'node:crypto'
import { v5 as namedId } from 'uuid'
import { maxImportBytes } from '#shared/import-size.ts'
import { fail } from '#shared/api/failure.ts'
import { checkChapters } from './check-chapters.ts'
import type { TocEntry } from '#server/epub/epub-model.ts'
import { plainTextOf } from '#server/epub/plain-text-of.ts'
import { readEpub } from './read-epub.ts'
import { readMarkdownFile } from './read-markdown-file.ts'
import { type ReadFile, readTextFile } from './read-text-file.ts'

interface ReadImport extends ReadFile {
  /** The SHA-256 hash of the original file, by which a repeated import is recognized. */
  sha256: string
  countCharacters: number
}

const namespace = 'c8f4cd0e-0d3c-5d5f-8f0e-1f9f1d3ff0a4'

/**
 * Reads a file that an editor uploaded as a book. The same file always results in the same book. Throws a `Failure` if
 * the file is unusable.
 */
export async function readImport(name: string, bytes: Buffer): Promise<ReadImport> {
  if (bytes.length === 0) fail('invalid', '文件是空的')
  if (bytes.length > maxImportBytes) fail('tooLarge', '文件超过 50 MB，太大了')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const read = await readAny(name, bytes)
  const { metadata, documents } = read.book
  const identifier = `urn:uuid:${namedId(sha256, namespace)}`
  const modified = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(metadata.modified)
    ? metadata.modified
    : '2000-01-01T00:00:00Z'
  const title = oneLine(metadata.title, 100) || oneLine(name.replace(/\.[^.]*$/, ''), 100) || '无题'
  const creators = metadata.creators
    .map((creator) => oneLine(creator, 60))
    .filter(Boolean)
    .slice(0, 8)
  const book = {
    ...read.book,
    metadata: { ...metadata, identifier, modified, title, creators, language: languageTagOf(metadata.language) },
  }
  checkChapters(countEntries(book.toc))
  let countCharacters = 0
  for (const { xhtml } of documents) countCharacters += plainTextOf(xhtml).match(/[\p{L}\p{N}]/gu)?.length ?? 0
  if (countCharacters === 0 && book.resources.every(({ type }) => !type.startsWith('image/')))
    fail('invalid', '这个文件里没有文字')
  return { ...read, book, sha256, countCharacters }
}

function countEntries(entries: TocEntry[]): number {
  return entries.reduce((sum, { children }) => sum + 1 + countEntries(children), 0)
}

async function readAny(name: string, bytes: Buffer): Promise<ReadFile> {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (
    /^(%PDF|Rar!|7z\xbc|\xd0\xcf\x11\xe0|\x1f\x8b)/.test(bytes.toString('latin1', 0, 8)) ||
    bytes.toString('latin1', 60, 68) === 'BOOKMOBI'
  )
    fail('invalid', '只收 EPUB、TXT 和 Markdown，请先转成其中一种')
  if (bytes.toString('latin1', 0, 2) === 'PK' || extension === 'epub') return readEpub(bytes)
  return extension === 'md' || extension === 'markdown' ? readMarkdownFile(bytes, name) : readTextFile(bytes, name)
}

function oneLine(text: string, max: number) {
  return [
    ...text
      .normalize('NFC')
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim(),
  ]
    .slice(0, max)
    .join('')
}

/**
 * Returns the BCP 47 language tag for the language that a book declares. The tag for Chinese also names the script,
 * simplified or traditional.
 */
function languageTagOf(language: string) {
  const tag = language.replace('_', '-').trim()
  if (/^zh-(tw|hk|mo|hant)/i.test(tag) || /^cht$/i.test(tag)) return 'zh-Hant'
  if (/^(zh|chi|zho|cmn)(-|$)/i.test(tag)) return 'zh-Hans'
  return /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i.test(tag) ? tag : 'zh-Hans'
}
