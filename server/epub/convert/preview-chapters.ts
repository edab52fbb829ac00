import type { ChapterPreview } from '#shared/api/book/imported-text.ts'
import type { TextChoice, TextEncoding } from '#shared/text-choice.ts'
import { fail } from '#shared/api/failure.ts'
import { decodeText } from './decode-text.ts'
import { decodeBytes, guessEncodings, lowestScore } from './guess-encoding.ts'
import { isPlainText } from './read-import.ts'
import { cleanText } from './read-text-file.ts'
import { divideText, linesOf, type TextSection } from './split-text.ts'

export interface PreviewTask {
  name: string
  bytes: Buffer
  choice: TextChoice
  /** Text that an editor seeks in the lines, to make headings of them; empty to seek nothing. */
  sought: string
}

/** The bytes and characters at the start of a file that show an editor whether an encoding is right. */
const sampledBytes = 16_384
const sampleLength = 60
const maxLines = 200
/** Longer lines are paragraphs, which an editor does not seek as headings. */
const longestHeading = 60

/**
 * Returns the chapters into which `readTextFile` would divide a plain text file, with the other encodings and styles of
 * headings that an editor may choose. Throws `invalid` for other files and for texts that cannot be read.
 */
export function previewChapters({ name, bytes, choice, sought }: PreviewTask): ChapterPreview {
  if (!isPlainText(name, bytes)) fail('invalid', '只有 TXT 需要分章，EPUB 和 Markdown 自己写明了章节')
  const { text: decoded, encoding } = decodeText(bytes, choice.encoding)
  const text = cleanText(decoded)
  const { style, styles, sections } = divideText(text, choice)
  const headings = new Set(sections.map(({ heading }) => heading?.line))
  const lines = sought === '' ? [] : linesOf(text).map((line, at) => ({ line: at, text: line }))
  return {
    encoding,
    encodings: listEncodings(bytes, encoding),
    style,
    styles,
    chapters: sections.map(describeSection),
    lines: lines
      .filter(({ line, text }) => text.length <= longestHeading && text.includes(sought) && !headings.has(line))
      .slice(0, maxLines),
  }
}

function describeSection({ heading, paragraphs }: TextSection) {
  return {
    line: heading?.line ?? null,
    title: heading?.title ?? '',
    isVolume: heading?.level === 1,
    countCharacters: paragraphs.reduce((sum, { length }) => sum + length, 0),
  }
}

/** Lists the encodings that result in a text, with samples; only the chosen one if the others do not. */
function listEncodings(bytes: Buffer, chosen: TextEncoding) {
  const guesses = guessEncodings(bytes).filter(({ score }) => score >= lowestScore)
  const encodings = new Set([...guesses.map(({ encoding }) => encoding), chosen])
  const start = bytes.subarray(0, sampledBytes)
  return [...encodings].map((encoding) => ({ encoding, sample: sampleOf(decodeBytes(start, encoding)) }))
}

/** Returns the first line with a character that is not ASCII, since most encodings share the ASCII characters. */
function sampleOf(text: string): string {
  const lines = linesOf(cleanText(text)).filter((line) => line !== '')
  const line = lines.find((line) => /[^\u0000-\u007f]/.test(line)) ?? lines[0] ?? ''
  return [...line].slice(0, sampleLength).join('')
}
