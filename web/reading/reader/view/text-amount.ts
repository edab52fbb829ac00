/** Amount of text to read: Chinese, Japanese and Korean characters, and words of other languages. */
export interface TextAmount {
  characters: number
  words: number
}

const eastern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const word = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu

export function amountOf(text: string): TextAmount {
  let characters = 0
  const others = text.replace(eastern, () => ((characters += 1), ' '))
  return { characters, words: others.match(word)?.length ?? 0 }
}
