import iconv from 'iconv-lite'
import { type TextEncoding, textEncodings } from '#shared/text-choice.ts'
import { decodeBytes, scoreOf, sureScore } from './guess-encoding.ts'

interface RestoredText {
  text: string
  /** The encoding in which the text was written. */
  encoding: TextEncoding
  /** The name of the encoding in which another program had read it. */
  misreadAs: string
}

/** Encodings in which other programs have read text that was written in one of ours. */
const misreadings = { 'Latin-1': toLatin, GBK: encodeAs('gb18030'), Big5: encodeAs('big5hkscs') }
/** Bytes of several units, which nothing restores once they were read in another encoding. */
const unrestorable = /^utf-(16|32)/
/** The least number of characters outside ASCII by which a text is judged, and the number that is looked at. */
const fewest = 20
const judgedLength = 65_536
/** The characters of Windows-1252 for the bytes from 0x80 to 0x9f. */
const windowsLatin = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/**
 * Restores a text that a program had read in a wrong encoding and saved like that: characters such as µÚÒ»ÕÂ (第一章).
 * Returns null for other texts, and for texts of which too much was lost. Lost characters become U+FFFD.
 */
export function restoreGarbled(text: string): RestoredText | null {
  const sample = text.slice(0, judgedLength)
  const foreign = countForeign(sample)
  const score = scoreOf(sample, 'utf-8')
  if (foreign < fewest || score >= sureScore) return null
  for (const [misreadAs, encode] of Object.entries(misreadings)) {
    const bytes = encode(sample)
    // A character that the encoding does not have becomes a question mark.
    const lost = countOf(bytes.toString('latin1'), '?') - countOf(sample, '?')
    if (lost > foreign / 20) continue
    const encoding = textEncodings.find(
      (one) => !unrestorable.test(one) && rate(bytes, one) >= Math.max(sureScore, 3 * score),
    )
    if (encoding !== undefined) return { text: decodeBytes(encode(text), encoding), encoding, misreadAs }
  }
  return null
}

/**
 * Rates bytes in an encoding. Where UTF-8 was read as GBK, the last byte of many characters is lost, which no other
 * text resembles; so a few invalid characters are no reason against UTF-8.
 */
function rate(bytes: Buffer, encoding: TextEncoding): number {
  const text = decodeBytes(bytes, encoding)
  const isNearlyWhole = encoding === 'utf-8' && countOf(text, '\ufffd') < countForeign(text) / 5
  return scoreOf(isNearlyWhole ? text.replaceAll('\ufffd', '') : text, encoding)
}

function encodeAs(encoding: 'gb18030' | 'big5hkscs'): (text: string) => Buffer {
  return (text) => iconv.encode(text, encoding)
}

function toLatin(text: string): Buffer {
  const units = text.replace(/[^\u0000-\u00ff]/gu, (character) => {
    const at = windowsLatin.indexOf(character)
    return at < 0 ? '?' : String.fromCharCode(0x80 + at)
  })
  return Buffer.from(units, 'latin1')
}

function countForeign(text: string): number {
  return text.match(/[^\u0000-\u007f]/g)?.length ?? 0
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1
}

/** What is left where a program lost Chinese text: U+FFFD as GBK, and memory that was never set. */
const remains = /锟斤拷|(?:烫{3,}|屯{3,})/g

/** Returns warnings about text that was lost and that nobody can restore. */
export function describeLostText(text: string): string[] {
  const count = text.match(remains)?.length ?? 0
  if (count > 0) return [`有 ${count} 处“锟斤拷”一类的乱码：这个文件从前被误读过，那里的原文已经丢了`]
  const marks = countOf(text.slice(0, judgedLength), '?')
  return marks > 50 && marks > text.slice(0, judgedLength).length * 0.3 ? ['大半是问号：原文在从前转换编码时丢了'] : []
}
