import { fail } from '#shared/api/failure.ts'

interface DecodedText {
  text: string
  encoding: string
  /** The number of characters of the text file that could not be decoded. */
  lost: number
}

/** Characters that are frequent in every Chinese text, simplified or traditional. */
const common = new Set(
  '的一是不了在人有我他这那个们来说上大地中到为子你时道也就出要下得之其以而与曰这個們來說這為時會過對後國無',
)
const marks = new Set('，。？！：；“”「」、…—　《》')

/**
 * Decodes a text file of unknown encoding: by its byte order mark, or as UTF-8 if it is valid UTF-8, or else in the
 * encoding whose result looks most like Chinese.
 */
export function decodeText(bytes: Buffer): DecodedText {
  const markedEncoding = encodingByMark(bytes)
  if (markedEncoding) return read(bytes, markedEncoding)
  if (looksUtf16(bytes)) return decodeBest(bytes, ['utf-16le', 'utf-16be'])
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8', lost: 0 }
  } catch {
    return decodeBest(bytes, ['gb18030', 'big5', 'utf-8', 'utf-16le', 'utf-16be'])
  }
}

function encodingByMark([first, second, third]: Buffer): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

/**
 * In UTF-16, one of the two bytes of each line end and Latin letter is zero. No other supported encoding contains zero
 * bytes.
 */
function looksUtf16(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 65_536)
  return start.length >= 4 && start.length % 2 === 0 && start.includes(0)
}

function decodeBest(bytes: Buffer, encodings: string[]): DecodedText {
  const start = bytes.subarray(0, 262_144)
  const scored = encodings.map((encoding) => ({ encoding, score: scoreOf(read(start, encoding)) }))
  const [first] = scored.sort((a, b) => b.score - a.score)
  if (first === undefined || first.score < 0.02) fail('invalid', '认不出这个文件的文字编码，请另存为 UTF-8 再试')
  return read(bytes, first.encoding)
}

function read(bytes: Buffer, encoding: string): DecodedText {
  const text = new TextDecoder(encoding).decode(bytes)
  return { text, encoding, lost: text.split('\ufffd').length - 1 }
}

/**
 * Rates how much a decoded text looks like Chinese: the share of characters that are frequent in Chinese, minus three
 * times the share of invalid characters.
 */
function scoreOf({ text }: DecodedText): number {
  let frequentCount = 0
  let invalidCount = 0
  let totalCount = 0
  for (const character of text) {
    totalCount += 1
    if (common.has(character) || marks.has(character)) frequentCount += 1
    else if (character === '\ufffd' || /[\p{Co}\p{Cn}\u0000-\u0008\u000e-\u001f\u0080-\u009f]/u.test(character))
      invalidCount += 1
  }
  return totalCount === 0 ? 0 : (frequentCount - 3 * invalidCount) / totalCount
}
