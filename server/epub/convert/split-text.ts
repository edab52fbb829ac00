import { checkChapters } from './check-chapters.ts'
import { findHeadings } from './find-headings.ts'

export interface TextSection {
  title: string | null
  level: 1 | 2
  paragraphs: string[]
}

/** Characters in one section of a text in which no chapters were found; readers load section by section. */
const perSection = 12_000

/** The chapters of a plain text, with all its words. */
export function splitText(text: string): TextSection[] {
  const lines = findHeadings(text.replace(/\r\n?/g, '\n').split('\n'))
  const sections: TextSection[] = [{ title: null, level: 2, paragraphs: [] }]
  for (const { text: line, heading } of lines) {
    if (heading) {
      sections.push({ ...heading, paragraphs: [] })
      checkChapters(sections.length)
    } else if (line !== '') sections.at(-1)?.paragraphs.push(line)
  }
  const said = withoutContents(sections).filter(({ title, paragraphs }) => title !== null || paragraphs.length > 0)
  return said.length === 1 && said[0]?.title === null ? inRuns(said[0].paragraphs) : said
}

/** A table of contents at the beginning names chapters that come with their text later. */
function withoutContents(sections: TextSection[]): TextSection[] {
  const full = new Set(sections.filter(({ paragraphs }) => paragraphs.length > 0).map(({ title }) => title))
  const names = sections.map(({ title }) => title)
  return sections.filter(
    ({ title, paragraphs }, index) => paragraphs.length > 0 || !full.has(title) || names.indexOf(title, index + 1) < 0,
  )
}

function inRuns(paragraphs: string[]): TextSection[] {
  const sections: TextSection[] = []
  let length = Infinity
  for (const paragraph of paragraphs) {
    if (length >= perSection) {
      sections.push({ title: null, level: 2, paragraphs: [] })
      length = 0
    }
    sections.at(-1)?.paragraphs.push(paragraph)
    length += paragraph.length
  }
  return sections
}
