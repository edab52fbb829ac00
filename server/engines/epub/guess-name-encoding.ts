/** The two encodings in which file names may be written if an archive does not say that they are UTF-8. */
type NameEncoding = 'gbk' | 'cp437'

/**
 * The characters of the bytes 0x80 to 0xFF in CP437, the encoding of DOS, which is the default encoding of the zip
 * format.
 */
const upperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

const gbk = new TextDecoder('gb18030')

/**
 * Returns the encoding in which file names that are not UTF-8 were most probably written. All names of an archive are
 * judged together, since a single short name may look right in both.
 */
export function guessNameEncoding(names: Buffer[]): NameEncoding {
  let [asGbk, asCp437] = [0, 0]
  for (const name of names) {
    asGbk += scoreGbk(decodeName(name, 'gbk'))
    asCp437 += scoreCp437(decodeName(name, 'cp437'))
  }
  return asCp437 > asGbk ? 'cp437' : 'gbk'
}

export function decodeName(name: Buffer, encoding: NameEncoding): string {
  if (encoding === 'gbk') return gbk.decode(name)
  return Array.from(name, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : (upperHalf[byte - 0x80] ?? ''))).join('')
}

/**
 * Scores a name that was read as GBK: each character that is not ASCII gives points by how often Chinese names have it.
 * A character takes two bytes, so the best score is two points, as for two letters of CP437.
 */
function scoreGbk(name: string): number {
  let score = 0
  for (const character of name.replace(/[\u0000-\u007f]/g, '')) {
    if (/[\ufffd\ue000-\uf8ff]/.test(character)) score -= 4
    else if (isCommonHan(character)) score += 2
    else if (/[\u3000-\u3011\uff01-\uff5e·—“”‘’…]/.test(character)) score += 1
    else score -= /\p{Script=Han}/u.test(character) ? 0 : 1
  }
  return score
}

/**
 * Scores a name that was read as CP437: an accented letter beside another Latin letter gives a point, except for a
 * small letter that is followed by a capital, because this occurs in no word. Each other character that is not ASCII
 * costs four points, since names hardly ever contain box-drawing lines, fractions and Greek letters.
 */
function scoreCp437(name: string): number {
  const others = name.match(/[^\u0000-\u007f]/g)?.length ?? 0
  const letters = name.match(accentedInWord)?.length ?? 0
  return letters - (others - letters) * 4
}

const accentedInWord =
  /(?![\u0000-\u007fªº]|\p{Ll}\p{Lu})(?:(?<=\p{Script=Latin})\p{Script=Latin}|\p{Script=Latin}(?=\p{Script=Latin}))/gu

/** Returns whether a character is one of the 6,763 of GB 2312, which almost all Chinese names of files consist of. */
function isCommonHan(character: string): boolean {
  return commonHan.has(character)
}

const commonHan = new Set(
  Array.from({ length: 72 * 94 }, (_, at) =>
    gbk.decode(Uint8Array.of(0xb0 + Math.floor(at / 94), 0xa1 + (at % 94))),
  ).filter((character) => /^\p{Script=Han}$/u.test(character)),
)
