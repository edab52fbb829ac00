import { checkChapters } from './check-chapters.ts'
import { findHeadings } from './find-headings.ts'

export interface TextSection {
  title: string | null
  level: 1 | 2
  paragraphs: string[]
}

/**
 * The minimum length, in characters, of the sections into which a text without chapters is split. The reading page
 * loads a book section by section.
 */
const sectionLength = 12_000

/** Splits a plain text into chapters, or into sections of similar length if it has no chapters. No text is lost. */
export function splitText(text: string): TextSection[] {
  const lines = findHeadings(text.replace(/\r\n?/g, '\n').split('\n'))
  const sections: TextSection[] = [{ title: null, level: 2, paragraphs: [] }]
  for (const { text: line, heading } of lines) {
    if (heading) {
      sections.push({ ...heading, paragraphs: [] })
      checkChapters(sections.length)
    } else if (line !== '') sections.at(-1)?.paragraphs.push(line)
  }
  const nonEmpty = removeContentsPage(sections).filter(
    ({ title, paragraphs }) => title !== null || paragraphs.length > 0,
  )
  return nonEmpty.length === 1 && nonEmpty[0]?.title === null ? splitByLength(nonEmpty[0].paragraphs) : nonEmpty
}

/**
 * Removes a table of contents at the start of a plain text book: headings without text that occur again later with
 * text.
 */
function removeContentsPage(sections: TextSection[]): TextSection[] {
  const full = new Set(sections.filter(({ paragraphs }) => paragraphs.length > 0).map(({ title }) => title))
  const names = sections.map(({ title }) => title)
  return sections.filter(
    ({ title, paragraphs }, index) => paragraphs.length > 0 || !full.has(title) || names.indexOf(title, index + 1) < 0,
  )
}

function splitByLength(paragraphs: string[]): TextSection[] {
  const sections: TextSection[] = []
  let length = Infinity
  for (const paragraph of paragraphs) {
    if (length >= sectionLength) {
      sections.push({ title: null, level: 2, paragraphs: [] })
      length = 0
    }
    sections.at(-1)?.paragraphs.push(paragraph)
    length += paragraph.length
  }
  return sections
}
