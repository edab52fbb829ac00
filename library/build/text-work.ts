/** A text as read from its source, before it is composed into a book. */
export interface TextWork {
  /** Key of the book in the catalogue. */
  key: string
  /** Title of the text; it names the part if the text is only a part of the book. */
  title: string
  creators: string[]
  /** Source and extent of the text, in one sentence. */
  source: string
  script: 'zh-Hans' | 'zh-Hant'
  /**
   * True if the traditional edition ships as well; a traditional text that a program converted from simplified
   * characters does not.
   */
  shipsTraditional: boolean
  parts: TextPart[]
}

/** A top-level entry of the table of contents. */
export interface TextPart {
  title: string
  pieces: TextPiece[]
}

export interface TextPiece {
  title: string | null
  by?: string
  kind: 'verse' | 'prose'
  lines: string[]
  /** Remarks by historical commentators. */
  comments?: string[]
}

/** Characters that mark a note inside a line until the note is moved to the end of its piece. */
export const noteStart = '\u0002'
export const noteEnd = '\u0003'
