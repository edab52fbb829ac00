import { fail } from '#shared/api/failure.ts'

export interface DecodedText {
  text: string
  encoding: string
  /** Characters that could not be read. */
  lost: number
}

/** Said in any running text, in either script. */
const common = new Set(
  '的一是不了在人有我他这那个们来说上大地中到为子你时道也就出要下得之其以而与曰这個們來說這為時會過對後國無',
)
const marks = new Set('，。？！：；“”「」、…—　《》')

/** Text of an unknown encoding: by its mark, as UTF-8 if it is that, else what reads most like Chinese. */
export function decodeText(bytes: Buffer): DecodedText {
  const marked = byMark(bytes)
  if (marked) return read(bytes, marked)
  if (looksUtf16(bytes)) return best(bytes, ['utf-16le', 'utf-16be'])
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8', lost: 0 }
  } catch {
    return best(bytes, ['gb18030', 'big5', 'utf-8', 'utf-16le', 'utf-16be'])
  }
}

function byMark([first, second, third]: Buffer): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

/** Line ends and Latin letters leave every other byte zero; no other encoding has zeros. */
function looksUtf16(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 65_536)
  return start.length >= 4 && start.length % 2 === 0 && start.includes(0)
}

function best(bytes: Buffer, encodings: string[]): DecodedText {
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

/** The share of what Chinese has most of, less what cannot be in a text. */
function scoreOf({ text }: DecodedText): number {
  let good = 0
  let bad = 0
  let all = 0
  for (const sign of text) {
    all += 1
    if (common.has(sign) || marks.has(sign)) good += 1
    else if (sign === '\ufffd' || /[\p{Co}\p{Cn}\u0000-\u0008\u000e-\u001f\u0080-\u009f]/u.test(sign)) bad += 1
  }
  return all === 0 ? 0 : (good - 3 * bad) / all
}
