import iconv from 'iconv-lite'
import { type TextEncoding, textEncodings } from '#shared/text-choice.ts'

/** An encoding in which a text file may be written, with the text that its first bytes become in this encoding. */
interface EncodingGuess {
  encoding: TextEncoding
  /**
   * How much the decoded text looks like Chinese or Japanese, at most 1: the share of frequent characters among those
   * that are not ASCII, minus three times the share of invalid ones.
   */
  score: number
}

/** Characters that are frequent in every Chinese text, simplified or traditional, and their punctuation. */
const frequentInChinese = new Set(
  '的一是不了在人有我他这那个们来说上大地中到为子你时道也就出要下得之其以而与曰这個們來說這為時會過對後國無，。？！：；“”「」、…—　《》',
)
/**
 * A guess with a score below this number is uncertain. Chinese texts have higher scores, even old ones without
 * punctuation.
 */
export const sureScore = 0.2
/** If the score of a guess is below this number, the text is not in the guessed encoding. */
export const lowestScore = 0.02
const kana = /[\u3041-\u30fe]/
const invalid = /[\ufffd\p{Co}\p{Cn}\u0000-\u0008\u000e-\u001f\u007f-\u009f\uff61-\uff9f]/u
/** The number of bytes at the start of a file by which its encoding is judged; a multiple of four. */
const judgedBytes = 262_144

/**
 * Rates every encoding by the text that the first bytes of the file become in it; the best guess comes first. ASCII
 * characters do not count, because most encodings share them.
 */
export function guessEncodings(bytes: Buffer): EncodingGuess[] {
  const start = bytes.subarray(0, judgedBytes)
  return textEncodings
    .map((encoding) => ({ encoding, score: scoreOf(decodeBytes(start, encoding), encoding) }))
    .toSorted((one, other) => other.score - one.score)
}

/** Decodes bytes; characters that the encoding does not have become U+FFFD, and a byte order mark is removed. */
export function decodeBytes(bytes: Buffer, encoding: TextEncoding): string {
  if (encoding === 'utf-32le') return decodeUtf32(bytes, (at) => bytes.readUInt32LE(at))
  if (encoding === 'utf-32be') return decodeUtf32(bytes, (at) => bytes.readUInt32BE(at))
  // The platform's decoder does not have the characters of Hong Kong (HKSCS) in Big5.
  if (encoding === 'big5') return iconv.decode(bytes, 'big5hkscs')
  return new TextDecoder(encoding).decode(bytes)
}

/** Tells whether at most one of a hundred characters that the bytes are in an encoding cannot occur in a text. */
export function isReadable(bytes: Buffer, encoding: TextEncoding): boolean {
  const characters = [...decodeBytes(bytes, encoding)]
  return characters.filter((character) => invalid.test(character)).length <= characters.length / 100
}

/** Decodes UTF-32, which the platform's decoders do not know. */
function decodeUtf32(bytes: Buffer, readUnit: (at: number) => number): string {
  const characters: string[] = []
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const unit = readUnit(at)
    const isCharacter = unit < 0xd800 || (unit > 0xdfff && unit <= 0x10ffff)
    if (at > 0 || unit !== 0xfeff) characters.push(isCharacter ? String.fromCodePoint(unit) : '\ufffd')
  }
  if (bytes.length % 4 !== 0) characters.push('\ufffd')
  return characters.join('')
}

/** Rates a text that was decoded in the given encoding, see `EncodingGuess`. */
export function scoreOf(text: string, encoding: TextEncoding): number {
  const isJapanese = encoding === 'euc-jp' || encoding === 'shift_jis'
  const isUnicode = encoding.startsWith('utf')
  let frequentCount = 0
  let invalidCount = 0
  let countedCount = 0
  for (const character of text) {
    if (invalid.test(character)) invalidCount += 1
    else if (character <= '\u007f') continue
    else if (!isJapanese && frequentInChinese.has(character)) frequentCount += 1
    else if ((isJapanese || isUnicode) && kana.test(character)) frequentCount += 1
    countedCount += 1
  }
  // A text without a single counted character is plain ASCII.
  return countedCount === 0 ? 1 : (frequentCount - 3 * invalidCount) / countedCount
}
