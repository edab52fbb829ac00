/**
 * Returns statistics of a text: its number of Chinese characters, and how many characters are lost, composed or rare.
 */
export function countText(text: string) {
  const signs = [...text]
  return {
    characters: signs.filter((sign) => /\p{Script=Han}/u.test(sign)).length,
    /** Number of □, which stands for a character that no source of the text has preserved. */
    lost: signs.filter((sign) => sign === '□').length,
    /** Number of characters that the text describes by their parts (⿰ or ⿱), because no font contains them. */
    composed: (text.match(/(?<![⿰⿱])[⿰⿱]/g) ?? []).length,
    /** Number of rare Chinese characters in the text, which most fonts lack. */
    rare: signs.filter((sign) => /\p{Script=Han}/u.test(sign) && (sign.codePointAt(0) ?? 0) > 0x9fff).length,
  }
}

/**
 * Returns the characters that must not occur in a text: private-use characters, replacement characters, Latin letters
 * and markup.
 */
export function findOddities(text: string): string[] {
  const found = new Map<string, string>()
  for (const match of text.matchAll(
    /[\p{Co}\p{Cn}\p{Cc}\ufffd?<>{}[\]#\\|_~^`@$%&*=+〖〗●■○々ー゛\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/gu,
  )) {
    if (/[\r\n]/.test(match[0])) continue
    found.set(match[0], text.slice(Math.max(0, match.index - 12), match.index + 12).replace(/\s+/g, ' '))
  }
  return [...found].map(([sign, around]) => `odd ${JSON.stringify(sign)} in ${around}`)
}
