/** Report of foliate-js, and of the fixed pages, that the visible part of the book changed. */
export interface Relocation {
  /** Reason why the position in the book changed; `anchor` if the pages were laid out again around the same text. */
  reason: string | null
  index: number
  range: Range
  fraction?: number
  size?: number
  /** Index of the last section that is visible, if it is not the same as `index`. */
  lastIndex?: number
}
