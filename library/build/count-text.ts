/** How much there is of a text, and what a reader may see of what the source lacks. */
export function countText(text: string) {
  const signs = [...text]
  return {
    characters: signs.filter((sign) => /\p{Script=Han}/u.test(sign)).length,
    /** Lost in all sources: □. */
    lost: signs.filter((sign) => sign === '□').length,
    /** Described by their parts, since no font has them: ⿰. */
    composed: (text.match(/(?<![⿰⿱])[⿰⿱]/g) ?? []).length,
    /** Outside what most fonts have. */
    rare: signs.filter((sign) => /\p{Script=Han}/u.test(sign) && (sign.codePointAt(0) ?? 0) > 0x9fff).length,
  }
}

/** What has no place in a text: private characters, replacement signs, letters and marks of programs. */
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
