import { fail } from '#shared/api/failure.ts'
import type { TextEncoding } from '#shared/text-choice.ts'
import { decodeBytes, guessEncodings, isReadable, lowestScore, sureScore } from './guess-encoding.ts'
import { restoreGarbled } from './restore-garbled.ts'

export interface DecodedText {
  text: string
  encoding: TextEncoding
  /** The number of characters of the text file that could not be decoded. */
  lost: number
  /** Whether the encoding is certain; if not, an editor should look at the text. */
  isSure: boolean
  /**
   * How the text was restored, if another program had read it in a wrong encoding before it was saved: the encoding in
   * which it was written, and the wrong one. Null for all other texts.
   */
  restored: { encoding: TextEncoding; misreadAs: string } | null
}

/** The best guess is uncertain if the score of the second best is more than this fraction of its score. */
const sureDistance = 0.6

/**
 * Decodes a text file in the given encoding, or in the one that it most probably has: by its byte order mark or its
 * zero bytes, or as UTF-8 if it is valid UTF-8, or else in the encoding whose result looks most like Chinese or
 * Japanese. Restores a text that another program had garbled. Throws `invalid` if no encoding fits.
 */
export function decodeText(bytes: Buffer, encoding: TextEncoding | null = null): DecodedText {
  const decoded = encoding === null ? decodeUnknown(bytes) : read(bytes, encoding, true)
  const restored = restoreGarbled(decoded.text)
  if (restored === null) return decoded
  const { text, ...how } = restored
  return { ...decoded, text, lost: countLost(text), restored: how }
}

function decodeUnknown(bytes: Buffer): DecodedText {
  const marked = encodingByMark(bytes)
  if (marked !== undefined) return read(bytes, marked, true)
  refuseEscapes(bytes)
  const filled = withoutFilling(bytes)
  const isZeroless = !filled.includes(0)
  if (isZeroless && isValidUtf8(filled)) return read(filled, 'utf-8', true)
  const wide = isZeroless ? undefined : encodingByZeros(filled)
  if (wide !== undefined) return read(filled, wide, true)
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

/** The least number of spaces and line ends by which UTF-16 is recognized. */
const fewestSpaces = 3

/**
 * Recognizes UTF-32 by the zero byte of every character, and UTF-16 by its spaces and line ends, whatever the language
 * of the text. Returns undefined for other encodings.
 */
function encodingByZeros(bytes: Buffer): TextEncoding | undefined {
  const start = bytes.subarray(0, 65_536)
  const count = { zerosFirst: 0, zerosLast: 0, spacesBefore: 0, spacesBehind: 0 }
  const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d
  for (let at = 0; at + 1 < start.length; at += 2) {
    const [one, other] = [start[at], start[at + 1]]
    if (one === 0 && at % 4 === 0) count.zerosFirst += 1
    if (other === 0 && at % 4 === 2) count.zerosLast += 1
    if (one === 0 && isSpace(other)) count.spacesBehind += 1
    if (other === 0 && isSpace(one)) count.spacesBefore += 1
  }
  const units = Math.floor(start.length / 4)
  const { spacesBefore, spacesBehind } = count
  if (count.zerosFirst >= units && isReadable(start, 'utf-32be')) return 'utf-32be'
  if (count.zerosLast >= units && isReadable(start, 'utf-32le')) return 'utf-32le'
  if (Math.max(spacesBefore, spacesBehind) < fewestSpaces + 3 * Math.min(spacesBefore, spacesBehind)) return undefined
  const encoding = spacesBehind > spacesBefore ? 'utf-16be' : 'utf-16le'
  return isReadable(start, encoding) ? encoding : undefined
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
  return { text, encoding, lost: countLost(text), isSure, restored: null }
}

function countLost(text: string): number {
  return text.split('\ufffd').length - 1
}
