import { fail } from '#shared/api/failure.ts'
import type { Place } from './clean-attributes.ts'
import { cleanServedCss } from './clean-css.ts'
import { cleanDrawing, cleanMarkup } from './clean-markup.ts'
import { entryHref, resolveEntry } from './entry-path.ts'
import { findFirst, textOf } from '#server/epub/xml-tree.ts'
import { fileKindOf } from './file-kinds.ts'
import { restoreFont } from './obfuscated-font.ts'
import type { OpenedEpub } from './opened-epub.ts'
import { picturePage } from './picture-page.ts'
import { unsupportedPage } from './unsupported-page.ts'
import { readPage } from './read-page.ts'

interface Entry {
  type: string
  body: string | Buffer
}

const maxBinaryBytes = 32 * 1024 * 1024

/**
 * Returns a file from a book's EPUB archive in the form in which browsers may receive it: markup and style sheets are
 * cleaned, disguised fonts are restored. Returns undefined for missing files and file types that are not served. Throws
 * the failures of `EpubArchive.read`.
 */
export async function readBookEntry(epub: OpenedEpub, path: string, base: string): Promise<Entry | undefined> {
  const pictured = epub.findPictured(path)
  if (pictured) return { type: markupType, body: await readPicturePage(epub, pictured, base) }
  const unsupported = epub.findUnsupported(path)
  if (unsupported !== undefined) return { type: markupType, body: unsupportedPage(unsupported.declaredType) }
  const found = epub.find(path)
  // Every file is served under its own path only, also a fallback, so that caches store no file twice.
  if (found?.path !== path) return undefined
  const kind = fileKindOf(found.type)
  if (kind === 'markup' || kind === 'drawing' || kind === 'style') {
    const page = await readPage(epub.archive, path)
    if (page === undefined) return undefined
    // Only the beginning of the file is readable. That of a page is worth showing, but that of a style sheet or SVG
    // drawing is of no use.
    if (!page.isWhole && kind !== 'markup') fail('broken', '这本书的文件打不开，我们会去看看')
    const body = cleanText(page, kind, placeOf(epub, path, base))
    return body === '' && kind === 'drawing' ? undefined : { type: `${found.type}; charset=utf-8`, body }
  }
  const body = await epub.archive.read(path, maxBinaryBytes)
  const obfuscation = epub.index.disguised.get(path)
  if (body === undefined) return undefined
  return { type: found.type, body: obfuscation ? restoreFont(body, obfuscation, epub.index.identifier) : body }
}

const markupType = 'application/xhtml+xml; charset=utf-8'

function cleanText(
  { text, isWhole }: { text: string; isWhole: boolean },
  kind: 'markup' | 'drawing' | 'style',
  place: Place,
): string {
  if (kind === 'markup') return cleanPage({ text, isWhole }, place).text
  if (kind === 'drawing') return cleanDrawing(text, place)
  return cleanServedCss(text, (reference) => {
    const target = resolveEntry(reference, place.path)
    const path = target === null ? undefined : place.find(target.path)
    return path === undefined ? null : entryHref(place.base, path)
  })
}

/** Cleans a page of a book, and adds a sentence at the end of a page of which only the beginning is readable. */
export function cleanPage({ text, isWhole }: { text: string; isWhole: boolean }, place: Place) {
  const cleaned = cleanMarkup(text, place)
  if (isWhole) return cleaned
  return { ...cleaned, text: cleaned.text.replace(/<\/body>(?![^]*<\/body>)/, `${lossNote}</body>`) }
}

const lossNote = '<p role="note">〔书的文件在这里坏了，这一页后面的文字缺失。〕</p>'

export function placeOf(epub: OpenedEpub, path: string, base: string, leaveOut?: (what: string) => void): Place {
  return {
    path,
    base,
    find: (other) => epub.find(other)?.path,
    sectionOf: (other) => {
      const file = epub.find(other)
      return file === undefined ? other : epub.sectionPath(file)
    },
    ...(epub.index.isStrict ? {} : { language: textOf(findFirst(epub.index.root, 'language')).slice(0, 35) }),
    ...(leaveOut && { leaveOut }),
  }
}

async function readPicturePage(epub: OpenedEpub, { path, type }: { path: string; type: string }, base: string) {
  const place = placeOf(epub, path, base)
  if (fileKindOf(type) === 'picture') return picturePage(entryHref(base, path))
  return cleanMarkup((await readPage(epub.archive, path))?.text ?? '', place).text
}
