import dictionary from 'opencc-js/dict/TSCharacters'
import { parseSimplifiedCharacters } from '#shared/simplified-characters.ts'

let simplifiedOf: ReadonlyMap<string, string> | undefined

/**
 * Replaces a traditional character without regard to its context. This is accurate enough to compare texts, because
 * both texts are simplified in the same way.
 */
export function simplifyCharacter(character: string): string {
  simplifiedOf ??= parseSimplifiedCharacters(dictionary)
  return simplifiedOf.get(character) ?? character
}
