import { posix } from 'node:path'
import { fail } from '#shared/api/failure.ts'
import { foldPath } from './fold-path.ts'
import type { EpubMetadata } from './epub-model.ts'
import { listRootfiles } from './list-rootfiles.ts'
import { readMetadata } from './read-metadata.ts'
import { childrenOf, findAll, findFirst, readXml } from './xml-tree.ts'
import type { Zip } from './zip-reader.ts'

export interface PackageItem {
  id: string
  /** The file's name in the EPUB archive, including its folder. */
  name: string
  type: string
  properties: string[]
}

interface EpubPackage {
  metadata: EpubMetadata
  isbn: string | null
  items: PackageItem[]
  /** The manifest ids of the book's documents in reading order. */
  spine: string[]
  coverId: string | null
  ncxId: string | null
}

/**
 * Returns the name of an EPUB's package file (.opf): the file that `container.xml` names, or else any .opf file;
 * undefined if there is none.
 */
export async function findPackageName(zip: Zip, warn: (problem: string) => void): Promise<string | undefined> {
  const container = await zip.read('META-INF/container.xml')
  if (container !== undefined) {
    const found = listRootfiles(readXml(container.toString())).flatMap((path) => findName(zip, path) ?? [])[0]
    if (found !== undefined) return found
  }
  warn('容器文件（META-INF/container.xml）缺失或指错了地方')
  return zip.names.find((name) => /\.opf$/i.test(name))
}

/**
 * Finds a file in an EPUB archive: returns the given name if such a file exists, or else a name that differs from it
 * only in upper and lower case or in its Unicode normal form.
 */
function findName(zip: Zip, name: string): string | undefined {
  const plain = posix.normalize(name).replace(/^\/+/, '')
  if (zip.names.includes(plain)) return plain
  const folded = foldPath(plain)
  return zip.names.find((other) => foldPath(other) === folded)
}

/**
 * Resolves a reference in a file of an EPUB. Returns the name of the referenced file in the archive and the fragment
 * (`#…`).
 */
export function resolveHref(from: string, href: string): { name: string; fragment: string } {
  const [path = '', fragment = ''] = href.split(/#(.*)/s)
  const name = path === '' ? from : posix.join(posix.dirname(from), decodeOrUnchanged(path).split('?')[0] ?? '')
  return { name, fragment: decodeOrUnchanged(fragment) }
}

function decodeOrUnchanged(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export async function readPackage(zip: Zip, opfName: string): Promise<EpubPackage> {
  const root = findFirst(readXml((await zip.read(opfName))?.toString() ?? ''), 'package')
  const spine = findFirst(root, 'spine')
  if (root === undefined || spine === undefined) fail('invalid', '这个 EPUB 的内容清单（OPF）是坏的，读不出章节次序')
  const items = findAll(root, 'item').map((item) => ({
    id: item.attribs['id'] ?? '',
    name: resolveHref(opfName, item.attribs['href'] ?? '').name,
    type: (item.attribs['media-type'] ?? '').toLowerCase(),
    properties: (item.attribs['properties'] ?? '').split(/\s+/),
  }))
  const cover = findAll(root, 'meta').find(({ attribs }) => attribs['name'] === 'cover')
  return {
    ...readMetadata(root),
    items,
    spine: childrenOf(spine, 'itemref').map(({ attribs }) => attribs['idref'] ?? ''),
    coverId:
      items.find(({ properties }) => properties.includes('cover-image'))?.id ?? cover?.attribs['content'] ?? null,
    ncxId: spine.attribs['toc'] ?? null,
  }
}
