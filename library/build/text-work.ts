/** A text as read from the source package, before it is composed into an EPUB book. */
export interface TextWork {
  /** Key of the text's book in the catalogue, such as `lun-yu`. */
  key: string
  /** Title of the text; if the text is only a part of the book in the catalogue, it names that part. */
  title: string
  creators: string[]
  /** The collection of the source package that the text is taken from, such as 全唐诗. */
  collection: string
  /** One sentence for the title page and the colophon that names the edition of the text. */
  edition: string
  /** The same for the page of the book, which also tells who made the electronic text. */
  origin: string
  /** One sentence for the title page that tells where the text comes from and how complete it is. */
  source: string
  /**
   * Whether the parts are in traditional characters, and the text ships in both scripts. A text whose traditional
   * characters were made by automatic conversion has its parts, and ships, in simplified characters only.
   */
  shipsTraditional: boolean
  parts: TextPart[]
}

/** One part of a text, such as a chapter or volume: a top-level entry of its table of contents. */
export interface TextPart {
  title: string
  pieces: TextPiece[]
}

export interface TextPiece {
  title: string | null
  by?: string
  kind: 'verse' | 'prose'
  lines: string[]
  /** Remarks on the text by its author or by other people of the past. */
  comments?: string[]
}

/** Brackets around a note inside a line of text; composing the EPUB moves the note to the end of its poem or piece. */
export const noteStart = '⟦'
export const noteEnd = '⟧'
