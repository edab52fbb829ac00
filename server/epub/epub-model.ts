/** A book that is read from or written to an EPUB. Addresses are relative to the folder of the package file. */
export interface EpubBook {
  metadata: EpubMetadata
  /** Documents in reading order. */
  documents: EpubDocument[]
  toc: TocEntry[]
  /** Styles, images and fonts. */
  resources: EpubResource[]
  /** Address of the cover image. */
  cover: string | null
}

export interface EpubMetadata {
  /** Identifier, the same for every edition of the text. */
  identifier: string
  title: string
  creators: string[]
  /** Language as a BCP 47 tag. */
  language: string
  rights: string
  source: string
  /** Time of the last change in the format `2026-01-01T00:00:00Z`. */
  modified: string
  description?: string
  subjects?: string[]
}

export interface EpubDocument {
  href: string
  /** Complete, well-formed XHTML document. */
  xhtml: string
}

export interface TocEntry {
  title: string
  href: string
  children: TocEntry[]
}

export interface EpubResource {
  href: string
  type: string
  data: Uint8Array
}
