import { Failure, fail } from '#shared/api/failure.ts'
import { listRootfiles } from '#server/engines/epub/list-rootfiles.ts'
import {
  childrenOf,
  findAll,
  findFirst,
  readXml,
  textOf,
  type XmlDocument,
  type XmlElement,
} from '#server/engines/epub/xml-tree.ts'
import { bookLanguage } from './book-language.ts'
import { decodeMarkup } from './decode-markup.ts'
import { resolveEntry } from './entry-path.ts'
import type { EpubArchive } from './epub-archive.ts'
import { expandEntities } from './expand-entities.ts'
import { isAnyXml, servedType, typesByRoot } from './file-kinds.ts'
import { type Obfuscation, obfuscationOf } from './obfuscated-font.ts'

export interface IndexedFile {
  id: string
  /** The path of the file in the archive. */
  path: string
  declaredType: string
  /** The media type in which the file is served; undefined if the file is not served. */
  type: string | undefined
  /** The manifest id of the file that replaces a file of an unknown type. */
  fallback: string | undefined
  properties: string[]
}

/**
 * The facts that the package document of an EPUB states about the files of the book. They are read once for each
 * opened book.
 */
export interface BookIndex {
  root: XmlElement
  packagePath: string
  /** Whether the book is an EPUB 3, whose manifest must list all files that users see. */
  isStrict: boolean
  /** The language of the text as a BCP 47 tag; empty if it is unknown. */
  language: string
  /** The unique identifier of the book, from which the keys of disguised fonts are made. */
  identifier: string
  /** The files by their ids. The id of a file that the archive does not contain leads to its fallback. */
  files: Map<string, IndexedFile>
  byPath: Map<string, IndexedFile>
  /** The number of files that the manifest lists and the archive does not contain. */
  countMissing: number
  /**
   * Whether the manifest and the archive spell the name of a file differently: in upper and lower case, or in the
   * Unicode normal form.
   */
  isRenamed: boolean
  disguised: Map<string, Obfuscation>
  /** The paths of files that are encrypted, which nobody can read without a key. */
  locked: Set<string>
}

const maxDocumentBytes = 4 * 1024 * 1024

/** Reads the package, the manifest and the list of encrypted files of a book. Throws `broken` without a package. */
export async function readIndex(archive: EpubArchive): Promise<BookIndex> {
  const packagePath = await findPackage(archive)
  const document = await readEntry(archive, packagePath)
  const root = findFirst(document, 'package')
  if (root === undefined) return fail('broken', '这个 EPUB 里没有内容清单（OPF），打不开')
  const manifest = await readManifest(archive, root, packagePath)
  const encryption = await readEncryption(archive)
  const sample = await readSample(archive, listPages(root, manifest.files, encryption.locked))
  const stated = findAll(findFirst(root, 'metadata') ?? root, 'language').map(textOf)
  return {
    root,
    packagePath,
    language: bookLanguage(
      stated.filter((tag) => tag !== ''),
      sample,
    ),
    isStrict: (root.attribs['version'] ?? '').startsWith('3'),
    identifier: identifierOf(root),
    ...manifest,
    ...encryption,
  }
}

type Manifest = Pick<BookIndex, 'files' | 'byPath' | 'countMissing' | 'isRenamed'>

async function readManifest(archive: EpubArchive, root: XmlElement, packagePath: string): Promise<Manifest> {
  const files = new Map<string, IndexedFile>()
  const byPath = new Map<string, IndexedFile>()
  const missing = new Map<string, Record<string, string>>()
  let countMissing = 0
  let isRenamed = false
  const pathOf = (href = '') => resolveEntry(href, packagePath)?.path
  for (const { attribs } of findAll(findFirst(root, 'manifest') ?? root, 'item')) {
    const named = pathOf(attribs['href'])
    const path = named === undefined ? undefined : archive.find(named)
    if (path === undefined) {
      missing.set(attribs['id'] ?? '', attribs)
      countMissing += 1
      continue
    }
    isRenamed ||= path !== named
    const file = await readItem(archive, attribs, path)
    files.set(file.id, file)
    if (!byPath.has(path)) byPath.set(path, file)
  }
  for (const [id, { href, fallback = '' }] of missing) {
    const found = files.get(firstPresent(fallback, files, missing))
    const path = pathOf(href)
    if (found === undefined || files.has(id)) continue
    files.set(id, found)
    if (path !== undefined) byPath.set(path, found)
  }
  return { files, byPath, countMissing, isRenamed }
}

async function readItem(archive: EpubArchive, attributes: Record<string, string>, path: string): Promise<IndexedFile> {
  const declaredType = attributes['media-type'] ?? ''
  return {
    id: attributes['id'] ?? '',
    path,
    declaredType,
    type: servedType(path, declaredType) ?? (await typeByContent(archive, path, declaredType)),
    fallback: attributes['fallback'],
    properties: (attributes['properties'] ?? '').split(/\s+/),
  }
}

/** Returns the first id of a chain of fallbacks whose file is not missing; any id if the chain is a circle or ends. */
function firstPresent(
  id: string,
  files: Map<string, IndexedFile>,
  missing: Map<string, Record<string, string>>,
): string {
  const passed = new Set<string>()
  let next = id
  while (!files.has(next) && missing.has(next) && !passed.has(next)) {
    passed.add(next)
    next = missing.get(next)?.['fallback'] ?? ''
  }
  return next
}

/** The number of bytes at the beginning of an XML document that are searched for its root element. */
const rootBytes = 64 * 1024

/** Returns the media type in which XML of an unknown kind is served, by its root element; undefined for other files. */
async function typeByContent(archive: EpubArchive, path: string, declaredType: string): Promise<string | undefined> {
  if (!isAnyXml(path, declaredType)) return undefined
  const beginning = decodeMarkup(await readBeginning(archive, path, rootBytes))
  const plain = expandEntities(beginning).replace(/<!--[^]*?(-->|$)/g, '')
  const root = /<(?:[\w.-]+:)?([\w.-]+)/.exec(plain)?.[1]?.toLowerCase() ?? ''
  return typesByRoot[root]
}

/** Returns the paths of the readable pages of a book in the order of its spine or, without a spine, of its manifest. */
function listPages(root: XmlElement, files: Map<string, IndexedFile>, locked: Set<string>): string[] {
  const spine = findFirst(root, 'spine')
  const ordered = (spine === undefined ? [] : childrenOf(spine, 'itemref')).map(({ attribs }) => attribs['idref'] ?? '')
  return (ordered.length > 0 ? ordered : [...files.keys()])
    .flatMap((id) => files.get(id) ?? [])
    .filter(({ type, path }) => type === 'application/xhtml+xml' && !locked.has(path))
    .map(({ path }) => path)
}

/** Limits of the sample of the text from which the language is recognised. */
const maxSample = { pages: 8, pageBytes: 32 * 1024, characters: 4000 }

/** Reads a sample of the text of a book from the beginnings of its first pages. */
async function readSample(archive: EpubArchive, pages: string[]): Promise<string> {
  let sample = ''
  for (const path of pages.slice(0, maxSample.pages)) {
    const text = decodeMarkup(await readBeginning(archive, path, maxSample.pageBytes))
    sample += text.replace(/<(head|style|script)\b[^]*?<\/\1\s*>|<[^>]*>|&\w+;/gi, ' ')
    if (sample.length >= maxSample.characters) break
  }
  return sample
}

/** Reads the beginning of a file; empty if the file is damaged from its beginning. */
function readBeginning(archive: EpubArchive, path: string, limit: number): Promise<Buffer> {
  return archive.readBeginning(path, limit).catch((error: unknown) => {
    if (error instanceof Failure && error.kind !== 'unavailable') return Buffer.alloc(0)
    throw error
  })
}

async function findPackage(archive: EpubArchive): Promise<string> {
  const container = await readOptionalEntry(archive, 'META-INF/container.xml')
  const named = container === undefined ? [] : listRootfiles(container).flatMap((path) => archive.find(path) ?? [])
  return named[0] ?? [...archive.paths].find((path) => /\.opf$/i.test(path)) ?? ''
}

function identifierOf(root: XmlElement): string {
  const all = findAll(root, 'identifier')
  const named = all.find(({ attribs }) => attribs['id'] === root.attribs['unique-identifier'])
  return textOf(named ?? all[0])
}

async function readEncryption(archive: EpubArchive): Promise<Pick<BookIndex, 'disguised' | 'locked'>> {
  const disguised = new Map<string, Obfuscation>()
  const locked = new Set<string>()
  const document = await readOptionalEntry(archive, 'META-INF/encryption.xml')
  for (const data of document === undefined ? [] : findAll(document, 'encrypteddata')) {
    const method = childrenOf(data, 'encryptionmethod')[0]
    const obfuscation = obfuscationOf(method?.attribs['Algorithm'] ?? '')
    const uri = findFirst(data, 'cipherreference')?.attribs['URI'] ?? ''
    const path = archive.find(resolveEntry(uri, '')?.path ?? '')
    if (path === undefined) continue
    if (obfuscation === undefined) locked.add(path)
    else disguised.set(path, obfuscation)
  }
  return { disguised, locked }
}

async function readEntry(archive: EpubArchive, path: string, length?: number): Promise<XmlDocument | undefined> {
  const bytes = await archive.read(path, maxDocumentBytes)
  return bytes && readXml(decodeMarkup(bytes).slice(0, length))
}

/**
 * Reads a file of a book as XML, or only its first `length` characters, but treats a damaged file as missing, because
 * the rest of the book is readable without it.
 */
export async function readOptionalEntry(
  archive: EpubArchive,
  path: string,
  length?: number,
): Promise<XmlDocument | undefined> {
  return readEntry(archive, path, length).catch((error: unknown) => {
    if (error instanceof Failure && error.kind !== 'unavailable') return undefined
    throw error
  })
}
