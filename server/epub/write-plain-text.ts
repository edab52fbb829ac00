import { findPackageName, readPackage } from './read-package.ts'
import { plainTextOf } from './plain-text-of.ts'
import { openZip } from './zip-reader.ts'

/**
 * Returns the text of an EPUB that this server wrote, in UTF-8 with a byte order mark for old editors and CRLF line
 * ends. The same book always results in the same bytes.
 */
export async function writePlainText(epub: Buffer): Promise<Buffer> {
  const zip = await openZip(epub)
  const opfName = (await findPackageName(zip, () => undefined)) ?? ''
  const { metadata, items, spine } = await readPackage(zip, opfName)
  const names = new Map(items.map(({ id, name }) => [id, name]))
  const head = [metadata.title, metadata.creators.join('、'), metadata.rights, metadata.source]
  const parts: string[] = []
  for (const id of spine) {
    const document = await zip.read(names.get(id) ?? '')
    const text = document === undefined ? '' : plainTextOf(document.toString())
    if (text !== '') parts.push(text)
  }
  // The EPUB's title page already contains title, authors, rights and source, so the plain text does not repeat them.
  if (!parts[0]?.startsWith(metadata.title)) parts.unshift(head.filter((line) => line !== '').join('\n'))
  return Buffer.from(`\ufeff${parts.join('\n\n\n').replaceAll('\n', '\r\n')}\r\n`)
}
