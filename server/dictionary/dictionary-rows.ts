/** A character as `dictionary/characters.blocks` stores it. */
export interface CharacterRow {
  /** Readings of today in pinyin, the most frequent first. */
  readings: string[]
  /** Further readings, which only 汉语大字典 has. */
  old: string[]
  radical: string
  /** Number of strokes beside the radical. */
  rest: number
  strokes: number
  simplified: string[]
  traditional: string[]
  variants: string[]
  /** Meaning in English; may be empty. */
  meaning: string
  /** Level of the character in 通用规范汉字表, from 1 (frequent) to 3; 0 if it is in none. */
  level: 0 | 1 | 2 | 3
}

/** An entry of a word as `dictionary/words.blocks` stores it. */
export interface WordRow {
  traditional: string
  simplified: string
  /** Pinyin with tone marks; names have capital letters. */
  pinyin: string
  /** Meanings in English. */
  meanings: string[]
}
