import { findAll, type XmlDocument } from './xml-tree.ts'

const packageType = 'application/oebps-package+xml'

/**
 * Returns the paths of all root files that a container file (`META-INF/container.xml`) names: first those with the
 * media type of package documents, of which the first is to be used, and then the others, such as a PDF of the same
 * book.
 */
export function listRootfiles(container: XmlDocument): string[] {
  const all = findAll(container, 'rootfile').map(({ attribs }) => ({
    path: (attribs['full-path'] ?? '').replace(/^\/+/, ''),
    isPackage: (attribs['media-type'] ?? '').trim().toLowerCase() === packageType,
  }))
  return [...all.filter(({ isPackage }) => isPackage), ...all.filter(({ isPackage }) => !isPackage)].map(
    ({ path }) => path,
  )
}
