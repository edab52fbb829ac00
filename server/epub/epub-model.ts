/** A book as it goes into an EPUB and comes out of one. Addresses are relative to the package's own folder. */
export interface EpubBook {
  metadata: EpubMetadata
  /** In reading order. */
  documents: EpubDocument[]
  toc: TocEntry[]
  /** Styles, pictures, fonts. */
  resources: EpubResource[]
  /** Address of the picture that is the cover. */
  cover: string | null
}

export interface EpubMetadata {
  /** The same for every edition of the same text. */
  identifier: string
  title: string
  creators: string[]
  /** BCP 47. */
  language: string
  rights: string
  source: string
  /** `2026-01-01T00:00:00Z` */
  modified: string
  description?: string
  subjects?: string[]
}

export interface EpubDocument {
  href: string
  /** A whole, well-formed XHTML document. */
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
