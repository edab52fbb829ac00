import type { Outline } from '#shared/api/reader/reading.ts'
import { Failure, fail } from '#shared/api/failure.ts'
import { decodeMarkup } from './decode-markup.ts'
import { resolveEntry } from './entry-path.ts'
import type { EpubArchive } from './epub-archive.ts'
import { listContents } from './list-contents.ts'
import { findAll, findFirst, readXml, textOf, type XmlDocument } from '#server/epub/xml-tree.ts'

export type BookOutline = Pick<Outline, 'language' | 'isRightToLeft' | 'sections' | 'contents'>

const maxDocumentBytes = 4 * 1024 * 1024
const maxSections = 5000

/**
 * Reads the outline of a book, which the reading page needs before any text: the sections in order with their lengths,
 * and the table of contents. Throws a `broken` failure if the book has no sections.
 */
export async function readOutline(archive: EpubArchive): Promise<BookOutline> {
  const packagePath = await findPackage(archive)
  const found = await readEntry(archive, packagePath)
  const spine = found && findFirst(found, 'spine')
  if (found === undefined || spine === undefined) return fail('broken', '这本书的文件里没有目录，打不开')
  const items = new Map(
    findAll(found, 'item').map(({ attribs }) => [attribs['id'] ?? '', itemOf(attribs, packagePath)]),
  )
  const sections = findAll(spine, 'itemref')
    .map(({ attribs }) => ({ item: items.get(attribs['idref'] ?? ''), isAside: attribs['linear'] === 'no' }))
    .flatMap(({ item, isAside }) =>
      item !== undefined && isText(item.type, item.path) && archive.has(item.path)
        ? [{ path: item.path, size: archive.sizeOf(item.path), isAside }]
        : [],
    )
    .slice(0, maxSections)
  if (sections.length === 0) return fail('broken', '这本书的文件里没有正文，打不开')
  return {
    language: textOf(findFirst(found, 'language')).slice(0, 35),
    isRightToLeft: spine.attribs['page-progression-direction'] === 'rtl',
    sections,
    contents: await listContents(
      {
        navigation: [...items.values()].find(({ isNavigation }) => isNavigation)?.path,
        ncx: ncxOf(items, spine.attribs['toc']),
      },
      sections.map(({ path }) => path),
      (path) => readOptionalEntry(archive, path),
    ),
  }
}

async function findPackage(archive: EpubArchive): Promise<string> {
  const container = await readOptionalEntry(archive, 'META-INF/container.xml')
  const named = findFirst(container, 'rootfile')?.attribs['full-path']
  if (named !== undefined && archive.has(named)) return named
  return [...archive.paths].find((path) => path.endsWith('.opf')) ?? ''
}

async function readEntry(archive: EpubArchive, path: string): Promise<XmlDocument | undefined> {
  const bytes = await archive.read(path, maxDocumentBytes)
  return bytes && readXml(decodeMarkup(bytes))
}

/**
 * Reads a file of a book like `readEntry`, but treats a damaged file as missing, because the rest of the book is
 * readable without it.
 */
async function readOptionalEntry(archive: EpubArchive, path: string): Promise<XmlDocument | undefined> {
  return readEntry(archive, path).catch((error: unknown) => {
    if (error instanceof Failure && error.kind !== 'unavailable') return undefined
    throw error
  })
}

interface Item {
  path: string
  type: string
  isNavigation: boolean
}

function itemOf(attributes: Record<string, string>, packagePath: string): Item {
  return {
    path: resolveEntry(attributes['href'] ?? '', packagePath)?.path ?? '',
    type: attributes['media-type'] ?? '',
    isNavigation: /(^|\s)nav(\s|$)/.test(attributes['properties'] ?? ''),
  }
}

function ncxOf(items: Map<string, Item>, id = ''): string | undefined {
  const named = items.get(id)
  return (named ?? [...items.values()].find(({ type }) => type === 'application/x-dtbncx+xml'))?.path
}

/**
 * Returns true if a file of an EPUB is a document, by its declared type or, because that type may be wrong, by its
 * name.
 */
export function isText(type: string, path: string): boolean {
  return /^(application\/xhtml\+xml|text\/html)$/.test(type) || /\.x?html?$/i.test(path)
}
