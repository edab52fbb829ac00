import { cleanDrawing, cleanMarkup } from './clean-markup.ts'
import { cleanServedCss } from './clean-css.ts'
import { decodeMarkup } from './decode-markup.ts'
import { entryHref, resolveEntry } from './entry-path.ts'
import type { EpubArchive } from './epub-archive.ts'

export interface Entry {
  type: string
  body: string | Buffer
}

/**
 * The types of files that a book may contain besides markup and style sheets. Files of other types in an EPUB archive
 * are never served.
 */
const binaryTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  otf: 'font/otf',
  ttf: 'font/ttf',
  woff: 'font/woff',
  woff2: 'font/woff2',
}
const maxTextBytes = 12 * 1024 * 1024
const maxBinaryBytes = 24 * 1024 * 1024

/**
 * Returns a file from a book's EPUB archive in the form in which browsers may receive it: markup and style sheets are
 * cleaned. Returns undefined for missing files and file types that are not served. Throws the failures of
 * `EpubArchive.read`.
 */
export async function readBookEntry(archive: EpubArchive, path: string, base: string): Promise<Entry | undefined> {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  const place = { path, base, has: (other: string) => archive.has(other) }
  if (/^x?html?$|^xml$/.test(extension)) {
    const text = await readText(archive, path)
    return text === undefined
      ? undefined
      : { type: 'application/xhtml+xml; charset=utf-8', body: cleanMarkup(text, place) }
  }
  if (extension === 'svg') {
    const drawing = cleanDrawing((await readText(archive, path)) ?? '', place)
    return drawing === '' ? undefined : { type: 'image/svg+xml; charset=utf-8', body: drawing }
  }
  if (extension === 'css') {
    const text = await readText(archive, path)
    const toHref = (reference: string) => {
      const target = resolveEntry(reference, path)
      return target === null || !archive.has(target.path) ? null : entryHref(base, target.path)
    }
    return text === undefined ? undefined : { type: 'text/css; charset=utf-8', body: cleanServedCss(text, toHref) }
  }
  const type = binaryTypes[extension]
  const body = type === undefined ? undefined : await archive.read(path, maxBinaryBytes)
  return body === undefined || type === undefined ? undefined : { type, body }
}

async function readText(archive: EpubArchive, path: string): Promise<string | undefined> {
  const bytes = await archive.read(path, maxTextBytes)
  return bytes && decodeMarkup(bytes)
}
