/**
 * The kinds of files in a book by the way in which they are served: markup, SVG drawings and style sheets are cleaned,
 * the rest is not.
 */
export type FileKind = 'markup' | 'drawing' | 'style' | 'picture' | 'font' | 'media'

const typesByExtension: Record<string, string> = {
  xhtml: 'application/xhtml+xml',
  html: 'application/xhtml+xml',
  htm: 'application/xhtml+xml',
  xht: 'application/xhtml+xml',
  svg: 'image/svg+xml',
  css: 'text/css',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  otf: 'font/otf',
  ttf: 'font/ttf',
  woff: 'font/woff',
  woff2: 'font/woff2',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  vtt: 'text/vtt',
}
const aliases: Record<string, string> = {
  'text/html': 'application/xhtml+xml',
  'text/x-oeb1-document': 'application/xhtml+xml',
  'application/x-dtbook+xml': 'application/xhtml+xml',
  'image/jpg': 'image/jpeg',
  'image/svg': 'image/svg+xml',
  'application/vnd.ms-opentype': 'font/otf',
  'application/x-font-opentype': 'font/otf',
  'application/x-font-otf': 'font/otf',
  'application/x-font-ttf': 'font/ttf',
  'application/x-font-truetype': 'font/ttf',
  'application/font-sfnt': 'font/otf',
  'application/font-woff': 'font/woff',
  'application/x-font-woff': 'font/woff',
  'application/font-woff2': 'font/woff2',
  'audio/mp3': 'audio/mpeg',
  'audio/opus': 'audio/ogg',
}
const served = new Set(Object.values(typesByExtension))

/** The types of XML documents by the names of their root elements, for files that are declared as XML of any kind. */
export const typesByRoot: Record<string, string> = {
  html: 'application/xhtml+xml',
  dtbook: 'application/xhtml+xml',
  svg: 'image/svg+xml',
}

/**
 * Returns the media type in which a file of a book is served: the declared type if the site serves it, or else the type
 * of the name's extension if the file declares no type. Returns undefined for files that are never served, and for XML
 * of an unknown kind, of which only the content tells whether it is served (`isAnyXml`).
 */
export function servedType(path: string, declared = ''): string | undefined {
  const plain = plainType(declared)
  const type = aliases[plain] ?? plain
  if (served.has(type)) return type
  const byExtension = typesByExtension[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '']
  // The extension of an HTML document takes precedence over its declared type, because many old books declare wrong
  // types for their documents.
  if (/\.x?html?$/i.test(path)) return byExtension
  return plain === '' || /^(application\/(octet-stream|xml)|text\/(xml|plain))$/.test(plain) ? byExtension : undefined
}

/** Returns whether a file is declared or named as XML without saying of which kind. */
export function isAnyXml(path: string, declared: string): boolean {
  const plain = plainType(declared)
  const isUnknown = plain === '' || plain === 'application/octet-stream' || plain === 'text/plain'
  return /^(application|text)\/xml$/.test(plain) || (isUnknown && /\.xml$/i.test(path))
}

function plainType(declared: string): string {
  return declared
    .toLowerCase()
    .replace(/\s*;.*$/s, '')
    .trim()
}

export function fileKindOf(type: string): FileKind {
  if (type === 'application/xhtml+xml') return 'markup'
  if (type === 'image/svg+xml') return 'drawing'
  if (type === 'text/css') return 'style'
  if (type.startsWith('image/')) return 'picture'
  return type.startsWith('font/') ? 'font' : 'media'
}
