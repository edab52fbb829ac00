import type { Outline, Section, ContentsEntry } from '#shared/api/reader/reading.ts'
import { fail } from '#shared/api/failure.ts'
import { childrenOf, findFirst, textOf } from '#server/engines/epub/xml-tree.ts'
import { type BookIndex, readOptionalEntry } from './book-index.ts'
import { listContents } from './list-contents.ts'
import type { OpenedEpub } from './opened-epub.ts'
import { propertyNames } from './property-names.ts'
import { readRendition, readSectionLayout } from './rendition.ts'
import type { EpubArchive } from './epub-archive.ts'

/**
 * The maximum number and total size of the documents that are searched for headings when a book is opened. Only the
 * beginning of each is parsed.
 */
const maxSearched = { sections: 300, bytes: 4_000_000, charactersOfSection: 64_000 }

export type BookOutline = Pick<
  Outline,
  | 'language'
  | 'isRightToLeft'
  | 'hasFonts'
  | 'hasNarration'
  | 'rendition'
  | 'sections'
  | 'contents'
  | 'pages'
  | 'landmarks'
>

const maxSections = 5000

/**
 * Reads the outline of a book, which the reading page needs before any text: the sections in order with their lengths,
 * and the table of contents; `hasContents` is false if it had to be made from headings. Throws a `broken` failure if
 * the book has no sections.
 */
export async function readOutline(epub: OpenedEpub): Promise<{ outline: BookOutline; hasContents: boolean }> {
  const { index } = epub
  const display = await readOptionalEntry(epub.archive, 'META-INF/com.apple.ibooks.display-options.xml')
  const { rendition, layout } = readRendition(index.root, display)
  const sections = sectionsOf(epub, layout)
  if (sections.length === 0) return fail('broken', '这本书的文件里没有正文，打不开')
  const { contents, pages, landmarks } = await readContents(epub, sections)
  const { language } = index
  const outline = {
    language,
    isRightToLeft: isRightToLeft(
      findFirst(index.root, 'spine')?.attribs['page-progression-direction'],
      language,
      layout,
    ),
    hasFonts: [...index.files.values()].some(({ path, type }) => type?.startsWith('font/') && !index.locked.has(path)),
    hasNarration: hasNarration(index),
    rendition,
    sections,
    contents: contents.length > 0 ? contents : await listHeadings(epub.archive, sections),
    pages,
    landmarks,
  }
  return { outline, hasContents: contents.length > 0 }
}

/** Returns whether a book has recorded narration in step with its text (media overlays). */
export function hasNarration({ files }: BookIndex): boolean {
  return [...files.values()].some(({ declaredType }) => declaredType === 'application/smil+xml')
}

/** The scripts that are written from right to left, by the languages that use them. */
const leftwardLanguages = /^(ar|arc|ckb|dv|fa|he|iw|ks|ps|sd|syr|ug|ur|yi)\b/i

/**
 * Returns whether the pages of a book progress to the left. If the book does not state a direction, its language
 * decides, except for books of fixed pages, because the language says nothing about the order of pictures.
 */
function isRightToLeft(direction: string | undefined, language: string, layout: Section['layout']): boolean {
  if (direction === 'ltr' || direction === 'rtl') return direction === 'rtl'
  return layout === 'reflowable' && leftwardLanguages.test(language)
}

function readContents(epub: OpenedEpub, sections: Outline['sections']) {
  const { archive, index } = epub
  const spine = findFirst(index.root, 'spine')
  return listContents(
    { navigation: findNavigation(epub), ncx: findNcx(epub, spine?.attribs['toc']) },
    (path) => {
      const file = epub.find(path)
      return file === undefined ? path : epub.sectionPath(file)
    },
    sections.map(({ path }) => path),
    (path) => readOptionalEntry(archive, path),
  )
}

/**
 * Returns the sections of a book in reading order. A file that the spine names twice is two sections. A book without a
 * spine is read in the order of its manifest.
 */
function sectionsOf(epub: OpenedEpub, layout: Section['layout']): Outline['sections'] {
  const { archive, index } = epub
  const names = propertyNames(index.root)
  const spine = findFirst(index.root, 'spine')
  const named = (spine === undefined ? [] : childrenOf(spine, 'itemref')).map(({ attribs }) => ({
    section: epub.sectionOf(attribs['idref'] ?? ''),
    isAside: attribs['linear'] === 'no',
    ...readSectionLayout(attribs['properties'] ?? '', layout, names),
  }))
  const isOrdered = named.some(({ section }) => section !== undefined)
  const rest = [...index.files.values()]
    .filter(({ type, properties }) => type === 'application/xhtml+xml' && !properties.includes('nav'))
    .map(({ id }) => ({ section: epub.sectionOf(id), isAside: false, layout }))
  return (isOrdered ? named : rest)
    .flatMap(({ section, ...others }) =>
      section === undefined ? [] : [{ path: section.path, size: archive.sizeOf(section.filePath), ...others }],
    )
    .slice(0, maxSections)
}

/** Returns the length of the navigation document, which `readOutline` parses, in bytes; 0 if there is none. */
export function navigationLengthOf(epub: OpenedEpub): number {
  return epub.archive.sizeOf(findNavigation(epub) ?? '')
}

function findNavigation({ index }: OpenedEpub): string | undefined {
  return [...index.files.values()].find(({ properties }) => properties.includes('nav'))?.path
}

function findNcx({ index }: OpenedEpub, id = ''): string | undefined {
  const named = index.files.get(id)
  const all = [...index.files.values()]
  return (named ?? all.find(({ declaredType }) => declaredType === 'application/x-dtbncx+xml'))?.path
}

/**
 * Returns a table of contents for a book that has none: the first heading of each section. A long book gets entries for
 * its beginning only, because all its documents would have to be read.
 */
async function listHeadings(archive: EpubArchive, sections: Section[]): Promise<ContentsEntry[]> {
  const entries: ContentsEntry[] = []
  let bytes = 0
  for (const [section, { path, size }] of sections.slice(0, maxSearched.sections).entries()) {
    bytes += size
    if (bytes > maxSearched.bytes) break
    const document = await readOptionalEntry(archive, path, maxSearched.charactersOfSection)
    const heading = ['h1', 'h2', 'h3'].map((name) => findFirst(document, name)).find(Boolean)
    const label = textOf(heading).slice(0, 80)
    if (label !== '') entries.push({ label, section, fragment: '', depth: 0 })
  }
  return entries
}
