/** A book that is read from or written to an EPUB. All paths are relative to the folder of the EPUB's package file. */
export interface EpubBook {
  metadata: EpubMetadata
  /** The documents of the book (usually one for each chapter) in reading order. */
  documents: EpubDocument[]
  toc: TocEntry[]
  /** The style sheets, images and fonts of the book. */
  resources: EpubResource[]
  /** The path of the cover image file in the EPUB; null if the book has none. */
  cover: string | null
}

export interface EpubMetadata {
  /** The identifier of the book in its EPUB metadata, the same for every edition of the text. */
  identifier: string
  title: string
  creators: string[]
  /** The language of the book as a BCP 47 tag. */
  language: string
  rights: string
  source: string
  /** The time of the book's last change for the EPUB metadata, in the format `2026-01-01T00:00:00Z`. */
  modified: string
  description?: string
  subjects?: string[]
}

/** The facts about the edition that a file was made from. */
export interface EpubEdition {
  translators: string[]
  editors: string[]
  illustrators: string[]
  publisher: string | null
  year: number | null
}

/** The facts about the edition of a file that tells none. */
export const noEdition: EpubEdition = { translators: [], editors: [], illustrators: [], publisher: null, year: null }

export interface EpubDocument {
  href: string
  /** The complete text of the file as well-formed XHTML. */
  xhtml: string
}

export interface TocEntry {
  title: string
  href: string
  children: TocEntry[]
}

interface EpubResource {
  href: string
  type: string
  data: Uint8Array
}
