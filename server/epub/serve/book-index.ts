import { Failure, fail } from '#shared/api/failure.ts'
import { listRootfiles } from '#server/epub/list-rootfiles.ts'
import {
  childrenOf,
  findAll,
  findFirst,
  readXml,
  textOf,
  type XmlDocument,
  type XmlElement,
} from '#server/epub/xml-tree.ts'
import { decodeMarkup } from './decode-markup.ts'
import { resolveEntry } from './entry-path.ts'
import type { EpubArchive } from './epub-archive.ts'
import { servedType } from './file-kinds.ts'
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
  /** The unique identifier of the book, from which the keys of disguised fonts are made. */
  identifier: string
  files: Map<string, IndexedFile>
  byPath: Map<string, IndexedFile>
  /** The files that the manifest lists and the archive does not contain. */
  missing: string[]
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
  const manifest = findFirst(root, 'manifest') ?? root
  const files = new Map<string, IndexedFile>()
  const byPath = new Map<string, IndexedFile>()
  const missing: string[] = []
  let isRenamed = false
  for (const { attribs } of findAll(manifest, 'item')) {
    const named = resolveEntry(attribs['href'] ?? '', packagePath)?.path
    const path = named === undefined ? undefined : archive.find(named)
    isRenamed ||= path !== undefined && path !== named
    if (path === undefined) missing.push(named ?? '')
    else addFile(attribs, path)
  }
  return {
    root,
    packagePath,
    isStrict: (root.attribs['version'] ?? '').startsWith('3'),
    identifier: identifierOf(root),
    files,
    byPath,
    missing,
    isRenamed,
    ...(await readEncryption(archive)),
  }

  function addFile(attributes: Record<string, string>, path: string) {
    const declaredType = attributes['media-type'] ?? ''
    const file = {
      id: attributes['id'] ?? '',
      path,
      declaredType,
      type: servedType(path, declaredType),
      fallback: attributes['fallback'],
      properties: (attributes['properties'] ?? '').split(/\s+/),
    }
    files.set(file.id, file)
    if (!byPath.has(path)) byPath.set(path, file)
  }
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

async function readEntry(archive: EpubArchive, path: string): Promise<XmlDocument | undefined> {
  const bytes = await archive.read(path, maxDocumentBytes)
  return bytes && readXml(decodeMarkup(bytes))
}

/**
 * Reads a file of a book as XML, but treats a damaged file as missing, because the rest of the book is readable without
 * it.
 */
export async function readOptionalEntry(archive: EpubArchive, path: string): Promise<XmlDocument | undefined> {
  return readEntry(archive, path).catch((error: unknown) => {
    if (error instanceof Failure && error.kind !== 'unavailable') return undefined
    throw error
  })
}
