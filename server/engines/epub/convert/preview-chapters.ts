import type { ChapterPreview } from '#shared/api/book/imported-text.ts'
import type { TextChoice, TextEncoding } from '#shared/text-choice.ts'
import { fail } from '#shared/api/failure.ts'
import { decodeText } from './decode-text.ts'
import { decodeBytes, guessEncodings, lowestScore } from './guess-encoding.ts'
import { isMarkdown, isPlainText } from './read-import.ts'
import { cleanMarkdown, divideMarkdown } from './read-markdown-file.ts'
import { cleanText } from './read-text-file.ts'
import { divideText, linesOf, type TextSection } from './split-text.ts'

export interface PreviewTask {
  name: string
  bytes: Buffer
  choice: TextChoice
  /**
   * A text for which the editor searches, to make headings of the lines that contain it; empty if there is no search.
   */
  sought: string
}

/**
 * The number of bytes that are decoded, and of characters that are shown, so that an editor sees whether an encoding is
 * right.
 */
const sampledBytes = 16_384
const sampleLength = 60
const maxLines = 200
/** Lines that are longer than this are paragraphs, so the search for headings leaves them out. */
const longestHeading = 60

/**
 * Returns the chapters into which a plain text or Markdown file would be divided, with the other encodings and styles
 * of headings that an editor may choose. Throws `invalid` for EPUBs and for texts that cannot be read.
 */
export function previewChapters({ name, bytes, choice, sought }: PreviewTask): ChapterPreview {
  const isMarked = isMarkdown(name)
  if (!isMarked && !isPlainText(name, bytes)) fail('invalid', 'EPUB 自己写明了章节，不用再分')
  const { text, encoding } = decodeText(bytes, choice.encoding)
  const { lines: all, ...divided } = isMarked ? divideMarked(text, choice) : dividePlain(text, choice)
  const headings = new Set(divided.chapters.map(({ line }) => line))
  const lines = sought === '' ? [] : all.map((line, at) => ({ line: at, text: line }))
  return {
    encoding,
    encodings: listEncodings(bytes, encoding),
    ...divided,
    lines: lines
      .filter(({ line, text }) => text.length <= longestHeading && text.includes(sought) && !headings.has(line))
      .slice(0, maxLines),
  }
}

function dividePlain(decoded: string, choice: TextChoice) {
  const text = cleanText(decoded)
  const { style, styles, sections } = divideText(text, choice)
  return { style, styles, chapters: sections.map(describeSection), lines: linesOf(text) }
}

/** Returns the chapters of a Markdown file, whose headings have one style. */
function divideMarked(decoded: string, choice: TextChoice) {
  const { chapters } = divideMarkdown(decoded, choice)
  const { chapters: all } = divideMarkdown(decoded, { style: null, merged: [], added: [] })
  const count = all.filter(({ line }) => line !== null).length
  const hasHeadings = chapters.some(({ line }) => line !== null)
  return {
    style: hasHeadings ? ('signs' as const) : ('none' as const),
    styles: count > 0 ? [{ style: 'signs' as const, count }] : [],
    chapters: chapters.map(({ title, line, level, tokens }) => ({
      line,
      title,
      isVolume: level === 1 && chapters.some((chapter) => chapter.level === 2),
      countCharacters: tokens.reduce(
        (sum, { type, content }) => sum + (type === 'heading_open' ? 0 : content.length),
        0,
      ),
    })),
    lines: linesOf(cleanMarkdown(decoded)),
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

/**
 * Lists the encodings in which the bytes are plausible text, each with a sample. The chosen encoding is always listed.
 */
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
