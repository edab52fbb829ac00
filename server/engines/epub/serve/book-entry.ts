import { fail } from '#shared/api/failure.ts'
import { type Place, toLoadedHref } from './clean-attributes.ts'
import { cleanServedCss } from './clean-css.ts'
import { cleanDrawing, cleanMarkup } from './clean-markup.ts'
import { entryHref } from './entry-path.ts'
import { type StoredEntry, unreadable } from './epub-archive.ts'
import { isWellFormed } from '#server/engines/epub/find-xml-error.ts'
import { type FileKind, fileKindOf } from './file-kinds.ts'
import type { OpenedEpub } from './opened-epub.ts'
import { picturePage } from './picture-page.ts'
import { unsupportedPage } from './unsupported-page.ts'
import { readPage } from './read-page.ts'

/** A file of a book in the form in which browsers may receive it: a cleaned text, or a file that is sent as it is. */
type Entry = { type: string; body: string; file?: never } | { type: string; body?: never; file: StoredEntry }

/**
 * The version of the code that cleans entries. It is a part of their addresses, under which browsers and proxies cache
 * them for ever, so it must increase whenever the code produces another result.
 */
export const cleanerVersion = 8

const maxBinaryBytes = 32 * 1024 * 1024

/**
 * Returns a file from a book's EPUB archive: markup, drawings and style sheets are cleaned, and of other files the
 * place in the archive is found. Returns undefined for missing files and file types that are not served. Throws the
 * failures of `EpubArchive.read`.
 */
export async function readBookEntry(epub: OpenedEpub, path: string, base: string): Promise<Entry | undefined> {
  const pictured = epub.findPictured(path)
  if (pictured) return { type: markupType, body: await readPicturePage(epub, pictured, base) }
  const unsupported = epub.findUnsupported(path)
  if (unsupported !== undefined)
    return {
      type: markupType,
      body: unsupportedPage(unsupported.declaredType, epub.index.locked.has(unsupported.path)),
    }
  const found = epub.find(path)
  // Every file is served under its own path only, also a fallback, so that caches store no file twice.
  if (found?.path !== path) return undefined
  const kind = fileKindOf(found.type)
  if (isText(kind)) {
    const page = await readPage(epub.archive, path)
    if (page === undefined) return undefined
    // Only the beginning of the file is readable. That of a page is worth showing, but that of a style sheet or SVG
    // drawing is of no use.
    if (!page.isWhole && kind !== 'markup') fail('broken', unreadable)
    const body = cleanText(page, kind, placeOf(epub, path, base))
    return body === '' && kind === 'drawing' ? undefined : { type: `${found.type}; charset=utf-8`, body }
  }
  const { disguised, identifier } = epub.index
  const obfuscation = disguised.get(path)
  const file = await epub.archive.locate(path, maxBinaryBytes)
  return file && { type: found.type, file: obfuscation ? { ...file, disguise: { obfuscation, identifier } } : file }
}

/** Returns the length of the text that `readBookEntry` would clean for a path, in bytes; 0 if it would clean none. */
export function textLengthOf(epub: OpenedEpub, path: string): number {
  const { path: source, type = '' } = epub.findPictured(path) ?? epub.find(path) ?? {}
  return source !== undefined && isText(fileKindOf(type)) ? epub.archive.sizeOf(source) : 0
}

function isText(kind: FileKind): kind is 'markup' | 'drawing' | 'style' {
  return kind === 'markup' || kind === 'drawing' || kind === 'style'
}

const markupType = 'application/xhtml+xml; charset=utf-8'

function cleanText(
  { text, isWhole }: { text: string; isWhole: boolean },
  kind: 'markup' | 'drawing' | 'style',
  place: Place,
): string {
  if (kind === 'markup') {
    const cleaned = cleanPage({ text, isWhole }, place).text
    return isWhole && !isWellFormed(text) ? withNote(cleaned, mendedNote) : cleaned
  }
  if (kind === 'drawing') return cleanDrawing(text, place)
  return cleanServedCss(text, (reference) => toLoadedHref(place, reference))
}

/** Cleans a page of a book, and adds a sentence at the end of a page of which only the beginning is readable. */
export function cleanPage({ text, isWhole }: { text: string; isWhole: boolean }, place: Place) {
  const cleaned = cleanMarkup(text, place)
  return isWhole ? cleaned : { ...cleaned, text: withNote(cleaned.text, lossNote) }
}

const lossNote = '〔书的文件在这里坏了，这一页后面的文字缺失。〕'
const mendedNote = '〔这一页的标记有错，已照浏览器的读法修补。〕'
const endOfPage = '</body></html>\n'

/** Adds a sentence of the site at the end of a cleaned page; on a page of a fixed size, at its lower edge. */
function withNote(page: string, note: string): string {
  const isFixed = page.includes('<meta name="viewport"')
  const place = isFixed ? ' style="position: absolute; inset: auto 0 0; margin: 0; text-align: center"' : ''
  return `${page.slice(0, -endOfPage.length)}<p role="note"${place}>${note}</p>${endOfPage}`
}

export function placeOf(epub: OpenedEpub, path: string, base: string, leaveOut?: (what: string) => void): Place {
  const inData = {
    path,
    base,
    find: () => undefined,
    sectionOf: (other: string) => other,
    ...(leaveOut && { leaveOut }),
  }
  return {
    path,
    base,
    find: (other) => epub.find(other)?.path,
    cleanDrawing: (source) => cleanDrawing(source, inData),
    sectionOf: (other) => {
      const file = epub.find(other)
      return file === undefined ? other : epub.sectionPath(file)
    },
    ...(epub.index.isStrict ? {} : { language: epub.index.language }),
    ...(leaveOut && { leaveOut }),
  }
}

async function readPicturePage(epub: OpenedEpub, { path, type }: { path: string; type: string }, base: string) {
  const place = placeOf(epub, path, base)
  if (fileKindOf(type) === 'picture') return picturePage(entryHref(base, path))
  const page = await readPage(epub.archive, path)
  return page === undefined ? '' : cleanText(page, 'markup', place)
}
