import { simplifyCharacter } from '#server/engines/text/simplify-character.ts'

/** Returns the key of a word in the dictionary: each of its characters replaced by the simplified form. */
export function wordKey(word: string): string {
  return Array.from(word, simplifyCharacter).join('')
}
