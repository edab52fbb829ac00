/** A character as `dictionary/characters.blocks` stores it. */
export interface CharacterRow {
  /** Modern readings in pinyin, the most frequent first. */
  readings: string[]
  /** Further readings, which only the dictionary 汉语大字典 gives. */
  old: string[]
  radical: string
  /** Number of strokes of the character without its radical. */
  rest: number
  strokes: number
  simplified: string[]
  traditional: string[]
  variants: string[]
  /** Level of the character in the standard list 通用规范汉字表, from 1 (frequent) to 3; 0 if the list does not contain it. */
  level: 0 | 1 | 2 | 3
}

/** A word as `dictionary/words.blocks` stores it. */
export interface WordRow {
  traditional: string
  simplified: string
  /** Pinyin with tone marks; names have capital letters. */
  pinyin: string
}
