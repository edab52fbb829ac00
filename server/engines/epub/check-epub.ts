import { checkDocument } from './check-document.ts'
import { findXmlError } from './find-xml-error.ts'
import { findPackageName, type PackageItem, readPackage, resolveHref } from './read-package.ts'
import { openZip, type Zip } from './zip-reader.ts'
import { findAll, findFirst, readXml } from './xml-tree.ts'

/** Checks an EPUB 3 file and returns its problems, one sentence each; an empty list if there are none. */
export async function checkEpub(bytes: Buffer): Promise<string[]> {
  const zip = await openZip(bytes)
  const problems = checkContainer(bytes, zip)
  const opfName = await findPackageName(zip, (problem) => problems.push(problem))
  if (opfName === undefined) return [...problems, 'no package file']
  const opf = (await zip.read(opfName))?.toString() ?? ''
  problems.push(...checkXml(opfName, opf), ...checkPackage(opf))
  const { items, spine, coverId, ncxId } = await readPackage(zip, opfName)
  problems.push(...checkManifest(zip, items, opfName), ...checkSpine(items, spine))
  const nav = items.find(({ properties }) => properties.includes('nav'))
  if (nav === undefined) problems.push('no navigation document')
  if (items.find(({ id }) => id === ncxId)?.type !== 'application/x-dtbncx+xml') problems.push('no NCX in the spine')
  const cover = items.find(({ id }) => id === coverId)
  if (cover !== undefined && !cover.type.startsWith('image/')) problems.push('the cover is no picture')
  problems.push(...(await checkDocuments(zip, items)))
  return problems
}

function checkContainer(bytes: Buffer, zip: Zip): string[] {
  const problems: string[] = []
  // Bytes 30 to 58 of an EPUB file identify the format, so that programs recognize it without unpacking the archive.
  if (bytes.toString('latin1', 30, 58) !== 'mimetypeapplication/epub+zip')
    problems.push('mimetype is not the first entry or is compressed')
  if (zip.names[0] !== 'mimetype' || !zip.isStored('mimetype')) problems.push('mimetype is not the first entry')
  return problems
}

function checkPackage(opf: string): string[] {
  const root = findFirst(readXml(opf), 'package')
  const has = (name: string) => root !== undefined && findFirst(root, name) !== undefined
  const problems = ['title', 'language', 'identifier'].filter((name) => !has(name)).map((name) => `no dc:${name}`)
  if (root?.attribs['version'] !== '3.0') problems.push('not of version 3.0')
  const id = root?.attribs['unique-identifier']
  if (root && !findAll(root, 'identifier').some(({ attribs }) => attribs['id'] === id))
    problems.push('unique-identifier names nothing')
  const modified = root && findAll(root, 'meta').filter(({ attribs }) => attribs['property'] === 'dcterms:modified')
  if (modified?.length !== 1) problems.push('dcterms:modified is not there once')
  return problems
}

function checkManifest(zip: Zip, items: PackageItem[], opfName: string): string[] {
  const problems: string[] = []
  const declared = new Set(items.map(({ name }) => name))
  const ids = new Set(items.map(({ id }) => id))
  if (declared.size < items.length || ids.size < items.length || ids.has('')) problems.push('an item is declared twice')
  for (const { name, type } of items) {
    if (!zip.names.includes(name)) problems.push(`${name} is declared and not there`)
    if (!isCoreType(type)) problems.push(`${name} is of the type ${type}`)
  }
  for (const name of zip.names)
    if (!declared.has(name) && name !== 'mimetype' && name !== opfName && !name.startsWith('META-INF/'))
      problems.push(`${name} is there and not declared`)
  return problems
}

/** Returns true for the media types that every EPUB 3 reading system must support. */
function isCoreType(type: string) {
  return /^(application\/(xhtml\+xml|x-dtbncx\+xml|font-sfnt|font-woff|vnd\.ms-opentype)|image\/(gif|jpeg|png|svg\+xml|webp)|text\/css|font\/(ttf|otf|woff|woff2)|audio\/(mpeg|mp4|ogg))$/.test(
    type,
  )
}

function checkSpine(items: PackageItem[], spine: string[]): string[] {
  const problems = spine.length === 0 ? ['the spine is empty'] : []
  if (new Set(spine).size < spine.length) problems.push('the spine names an item twice')
  for (const id of spine)
    if (items.find((item) => item.id === id)?.type !== 'application/xhtml+xml')
      problems.push(`${id} in the spine is no document`)
  return problems
}

/**
 * Checks that every document of an EPUB book is well-formed XML, and that every reference leads to an existing file and
 * id of the book.
 */
async function checkDocuments(zip: Zip, items: PackageItem[]): Promise<string[]> {
  const problems: string[] = []
  const ids = new Map<string, Set<string>>()
  const links: { from: string; href: string }[] = []
  for (const { name, type } of items) {
    if (!type.endsWith('xml')) continue
    const text = (await zip.read(name))?.toString() ?? ''
    problems.push(...checkXml(name, text))
    const found = checkDocument(name, text)
    problems.push(...found.problems)
    ids.set(name, found.ids)
    links.push(...found.hrefs.map((href) => ({ from: name, href })))
  }
  const names = new Set(zip.names)
  for (const { from, href } of links) {
    const { name, fragment } = resolveHref(from, href)
    if (!names.has(name)) problems.push(`${from} leads to ${name}, which is not there`)
    else if (fragment !== '' && ids.get(name)?.has(fragment) === false)
      problems.push(`${from} leads to ${name}#${fragment}, which is not there`)
  }
  return problems
}

function checkXml(name: string, text: string): string[] {
  const error = findXmlError(text, { hasPrefixes: true })
  return error === undefined ? [] : [`${name} is not well-formed: ${error}`]
}
