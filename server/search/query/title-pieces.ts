import { foldText, runsOf } from '#server/engines/text/fold-text.ts'
import { neighbours } from '#server/engines/text/search-tokens.ts'

/**
 * Returns a `tsquery` for books whose title contains all pairs of neighbouring Chinese characters of a text, and for
 * each Latin word of the text a word that begins with it; undefined for a text without letters. A title that contains
 * the text always matches, unless the text begins within a Latin word.
 */
export function titlePieces(text: string): string | undefined {
  const tokens = runsOf(foldText(text).text).flatMap((run) => {
    const characters = [...run.text]
    if (!run.isHan) return `'t${run.text}':*`
    return (characters.length === 1 ? characters : neighbours(characters, 2)).map((piece) => `'t${piece}'`)
  })
  return tokens.length > 0 ? tokens.join(' & ') : undefined
}
