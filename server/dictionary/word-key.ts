import { simplifyCharacter } from '#server/search/text/simplify-character.ts'

/** Returns the form of a word under which the dictionary has it: simplified character by character. */
export function wordKey(word: string): string {
  return Array.from(word, simplifyCharacter).join('')
}
