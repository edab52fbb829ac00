import { fail } from '#shared/api/failure.ts'
import type { TextEncoding } from '#shared/text-choice.ts'
import { decodeBytes, guessEncodings, lowestScore } from './guess-encoding.ts'

export interface DecodedText {
  text: string
  encoding: TextEncoding
  /** The number of characters of the text file that could not be decoded. */
  lost: number
  /** Whether the encoding is certain; if not, an editor should look at the text. */
  isSure: boolean
}

/**
 * A guess with a score below this number is uncertain. Chinese texts have higher scores, even old ones without
 * punctuation.
 */
const sureScore = 0.2
/** The best guess is uncertain if the score of the second best is more than this fraction of its score. */
const sureDistance = 0.6

/**
 * Decodes a text file in the given encoding, or in the one that it most probably has: by its byte order mark, or as
 * UTF-8 if it is valid UTF-8, or else in the encoding whose result looks most like Chinese or Japanese. Throws
 * `invalid` if no encoding fits.
 */
export function decodeText(bytes: Buffer, encoding: TextEncoding | null = null): DecodedText {
  if (encoding !== null) return read(bytes, encoding, true)
  const marked = encodingByMark(bytes)
  if (marked !== undefined) return read(bytes, marked, true)
  refuseEscapes(bytes)
  const filled = withoutFilling(bytes)
  if (!filled.includes(0) && isValidUtf8(filled)) return read(filled, 'utf-8', true)
  const [first, second] = guessEncodings(filled)
  if (first === undefined || first.score < lowestScore) fail('invalid', '认不出这个文件的文字编码，请另存为 UTF-8 再试')
  const isSure = first.score >= sureScore && (second?.score ?? 0) <= first.score * sureDistance
  return read(filled, first.encoding, isSure)
}

function encodingByMark(bytes: Buffer): TextEncoding | undefined {
  const mark = bytes.toString('hex', 0, 4)
  if (mark === 'fffe0000') return 'utf-32le'
  if (mark === '0000feff') return 'utf-32be'
  if (mark.startsWith('efbbbf')) return 'utf-8'
  if (mark.startsWith('fffe')) return 'utf-16le'
  if (mark.startsWith('feff')) return 'utf-16be'
  return undefined
}

/**
 * Refuses texts in the encodings ISO-2022 and HZ, which write Chinese with ASCII characters only and would pass as
 * valid UTF-8.
 */
function refuseEscapes(bytes: Buffer) {
  const start = bytes.toString('latin1', 0, 65_536)
  if (/\u001b\$[)*+]?[A-IB@]|~\{[!-~]{2,}?~\}/.test(start) && !/[\u0080-\u00ff]/.test(start))
    fail('invalid', '这个文件用的是 ISO-2022 或 HZ 编码，这里读不了，请另存为 UTF-8 再试')
}

/** Cuts off the zero bytes with which some programs fill up the end of a file. */
function withoutFilling(bytes: Buffer): Buffer {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end -= 1
  // Up to three zero bytes at the end are not cut off, because they may belong to the last character in UTF-16 or
  // UTF-32.
  return bytes.length - end > 3 ? bytes.subarray(0, end + ((4 - (end % 4)) % 4)) : bytes
}

function isValidUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function read(bytes: Buffer, encoding: TextEncoding, isSure: boolean): DecodedText {
  const text = decodeBytes(bytes, encoding)
  return { text, encoding, lost: text.split('\ufffd').length - 1, isSure }
}
