import { Readable } from 'node:stream'
import { type BookIndex, type IndexedFile, readIndex } from './book-index.ts'
import { EpubArchive } from './epub-archive.ts'
import { fileKindOf, servedType } from './file-kinds.ts'

/**
 * If a section of a book is a picture or a drawing, the site makes a page around it. The path of this page is the path
 * of the file with this ending.
 */
const pageEnding = '.page.xhtml'
/** The maximum length of a chain of fallbacks in the manifest of a book; a chain may be a circle. */
const maxFallbacks = 10

/** An EPUB file with the index of its contents, which lists its files, their types and their fallbacks. */
export class OpenedEpub {
  readonly archive: EpubArchive
  readonly index: BookIndex

  private constructor(archive: EpubArchive, index: BookIndex) {
    this.archive = archive
    this.index = index
  }

  static async fromBytes(bytes: Buffer): Promise<OpenedEpub> {
    const readPart = ({ start, end }: { start: number; end: number }) => Readable.from([bytes.subarray(start, end + 1)])
    return OpenedEpub.open(await EpubArchive.open(bytes.length, readPart))
  }

  static async open(archive: EpubArchive): Promise<OpenedEpub> {
    return new OpenedEpub(archive, await readIndex(archive))
  }

  /**
   * Returns the path and type of the file that is served for a path of the book: the file itself, or its fallback if
   * its type is unknown. Returns undefined if there is none, if the file is encrypted, or if an EPUB 3 does not list
   * it.
   */
  find(path: string): { path: string; type: string } | undefined {
    const found = this.archive.find(path)
    const known = this.index.byPath.get(found ?? path)
    if (known !== undefined) return this.#served(known)
    const type = found === undefined || this.index.isStrict ? undefined : servedType(found)
    return found === undefined || type === undefined || this.index.locked.has(found) ? undefined : { path: found, type }
  }

  /** Returns the file of a manifest id that users see as a section; undefined if there is none. */
  findSection(id: string): { path: string; type: string } | undefined {
    const file = this.index.files.get(id)
    return file && this.#served(file, (type) => /^(markup|drawing|picture)$/.test(fileKindOf(type)))
  }

  /**
   * If `path` is that of a page which says that the reader cannot show a file, returns this file: an item of the spine
   * that is encrypted, or neither a document nor a picture, and has no such fallback. Returns undefined for other
   * paths.
   */
  findUnsupported(path: string): IndexedFile | undefined {
    if (!path.endsWith(pageEnding) || this.archive.find(path) !== undefined) return undefined
    const file = this.index.byPath.get(path.slice(0, -pageEnding.length))
    return file !== undefined && this.#isUnsupported(file) ? file : undefined
  }

  /**
   * Returns the section of an item of the spine, and the path of the file in it. If the reader cannot show the file,
   * the section is a page that says so. Returns undefined for files that are missing and for those that are no sections
   * by their kind.
   */
  sectionOf(id: string): { path: string; filePath: string } | undefined {
    const served = this.findSection(id)
    if (served !== undefined) return { path: this.sectionPath(served), filePath: served.path }
    const file = this.index.files.get(id)
    return file !== undefined && this.#isUnsupported(file)
      ? { path: file.path + pageEnding, filePath: file.path }
      : undefined
  }

  /**
   * Tells whether an item of the spine is a section that the reader cannot show: one of an unknown format, or one that
   * is encrypted. Style sheets, fonts and the old table of contents are no sections, although some programs list them
   * in the spine by mistake.
   */
  #isUnsupported(file: IndexedFile): boolean {
    if (this.findSection(file.id) !== undefined || /ncx|text\/css|font/i.test(file.declaredType)) return false
    return file.type === undefined || fileKindOf(file.type) === 'media' || this.index.locked.has(file.path)
  }

  /**
   * Returns the first file that can be served of a file and its fallbacks. A file with scripts is served only if it has
   * no other fallback, because scripts never run.
   */
  #served(file: IndexedFile, isWanted: (type: string) => boolean = () => true) {
    let scripted: { path: string; type: string } | undefined
    let current: IndexedFile | undefined = file
    for (let steps = 0; current !== undefined && steps < maxFallbacks; steps += 1) {
      const { path, type, fallback, properties }: IndexedFile = current
      if (type !== undefined && isWanted(type) && !this.index.locked.has(path)) {
        if (!properties.includes('scripted')) return { path, type }
        scripted ??= { path, type }
      }
      current = fallback === undefined ? undefined : this.index.files.get(fallback)
    }
    return scripted
  }

  /** Returns the path of the section that shows a file: pictures and drawings get a page around them. */
  sectionPath({ path, type }: { path: string; type: string }): string {
    return fileKindOf(type) === 'markup' ? path : path + pageEnding
  }

  /** Returns the picture or drawing for which a path names the page around it; undefined for all other paths. */
  findPictured(path: string): { path: string; type: string } | undefined {
    if (!path.endsWith(pageEnding) || this.archive.find(path) !== undefined) return undefined
    const found = this.find(path.slice(0, -pageEnding.length))
    return found !== undefined && /^(drawing|picture)$/.test(fileKindOf(found.type)) ? found : undefined
  }
}
