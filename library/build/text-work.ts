/** A text as it is read from its source, before it is set. */
export interface TextWork {
  /** Of the catalogue's book. */
  key: string
  /** Of the text: where the book is more than what is here, it says so. */
  title: string
  creators: string[]
  /** Where it is from and how much of it there is, in a sentence. */
  source: string
  script: 'zh-Hans' | 'zh-Hant'
  /** Whether a traditional text is worth keeping as it is: one that a machine made from a simplified one is not. */
  keepsTraditional: boolean
  parts: TextPart[]
}

/** What stands in the table of contents first. */
export interface TextPart {
  title: string
  pieces: TextPiece[]
}

export interface TextPiece {
  title: string | null
  by?: string
  kind: 'verse' | 'prose'
  lines: string[]
  /** What old readers wrote beside it. */
  comments?: string[]
}

/** Signs between which a note stands in a line, until it is set at the foot of its piece. */
export const noteStart = '\u0002'
export const noteEnd = '\u0003'
