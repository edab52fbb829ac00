import type { PackageItem } from '#server/epub/read-package.ts'
import type { Zip } from '#server/epub/zip-reader.ts'

export interface NewNames {
  /** Returns the path, in the EPUB that is written, of a file of the imported EPUB; null if the file is left out. */
  of(name: string): string | null
  /**
   * The styles, images and fonts of the new EPUB; `name` is a file's path in the imported EPUB and `href` its new path.
   */
  resources: { name: string; href: string; type: string }[]
  firstStyle: string | null
}

const kinds: Record<string, { folder: string; type: string }> = {
  css: { folder: 'style', type: 'text/css' },
  jpg: { folder: 'image', type: 'image/jpeg' },
  jpeg: { folder: 'image', type: 'image/jpeg' },
  png: { folder: 'image', type: 'image/png' },
  gif: { folder: 'image', type: 'image/gif' },
  webp: { folder: 'image', type: 'image/webp' },
  ttf: { folder: 'font', type: 'font/ttf' },
  otf: { folder: 'font', type: 'font/otf' },
  woff: { folder: 'font', type: 'font/woff' },
  woff2: { folder: 'font', type: 'font/woff2' },
}

export function isDocument({ type, name }: PackageItem): boolean {
  return /xhtml|text\/html|x-dtbook|oeb1-document/.test(type) || (type === '' && /\.x?html?$/i.test(name))
}

/**
 * Assigns new paths to all files that are copied from an imported EPUB to the new one, including files that its
 * manifest does not list. No part of an old path remains.
 */
export function assignNames(zip: Zip, items: PackageItem[], spine: PackageItem[]): NewNames {
  const map = new Map<string, string>()
  for (const { name } of spine) map.set(name, `text/${numbered(map.size + 1)}.xhtml`)
  const resources: NewNames['resources'] = []
  const declared = items.map(({ name }) => name)
  for (const name of new Set([...declared, ...zip.names])) {
    const kind = kinds[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '']
    if (kind === undefined || map.has(name)) continue
    const extension = kind.type === 'text/css' ? 'css' : kind.type.replace(/^.*\//, '').replace('jpeg', 'jpg')
    const href = `${kind.folder}/${numbered(resources.length + 1)}.${extension}`
    map.set(name, href)
    resources.push({ name, href, type: kind.type })
  }
  const firstStyle = resources.find(({ type }) => type === 'text/css')?.href ?? null
  return { of: (name) => map.get(name) ?? null, resources, firstStyle }
}

function numbered(position: number) {
  return String(position).padStart(4, '0')
}
