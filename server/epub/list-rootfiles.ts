import { findAll, type XmlDocument } from './xml-tree.ts'

const packageType = 'application/oebps-package+xml'

/**
 * Returns the paths of the packages that a container file (`META-INF/container.xml`) names, the one to use first: the
 * first of the media type of packages. Other root files, such as a PDF of the same book, come last.
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
