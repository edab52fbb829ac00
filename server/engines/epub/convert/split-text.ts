import { checkChapters } from './check-chapters.ts'
import {
  type ChapterStyle,
  type HeadingStyle,
  headingStyles,
  noTextChoice,
  type TextChoice,
} from '#shared/text-choice.ts'
import { findHeadings, type Heading } from './heading-lines.ts'
import { findContinuedLines, joinLines } from './join-lines.ts'

export interface TextSection {
  /** The heading that opens the section; null for text before the first heading, or without headings. */
  heading: Heading | null
  paragraphs: string[]
}

type ChapterChoice = Omit<TextChoice, 'encoding'>

interface DividedText {
  /** The style of the headings; `none` if the text is not divided into chapters. */
  style: ChapterStyle
  sections: TextSection[]
  /** The number of chapters for each style in which the text can be divided. */
  styles: { style: HeadingStyle; count: number }[]
  /** Whether a program had broken the paragraphs into lines of equal width, which are joined again. */
  isWrapped: boolean
}

/**
 * The style `chapters` is chosen without a comparison if it divides the text at least this evenly (see `evennessOf`).
 */
const evenEnough = 0.35
/**
 * The least number of headings of one style, other than `chapters`, that divide a text into chapters; fewer may be a
 * short numbered list.
 */
const fewestStyled = 3
/**
 * A text may have many lines that are bare numbers. If fewer characters than this lie between two of them on average,
 * they are page numbers of a printed book and not headings.
 */
const pageCharacters = 1000
const manyPages = 50

/** Returns the lines of a text as they are compared with headings: without spaces around them. */
export function linesOf(text: string): string[] {
  return rawLinesOf(text).map((line) => line.replace(/\s+/g, ' ').trim())
}

function rawLinesOf(text: string): string[] {
  return text.split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/)
}

/**
 * Divides a plain text into chapters: in the style that the editor chose, or else by words such as 第…章, or else in the
 * style whose chapters have the most even lengths. No text is lost. Throws `invalid` for too many chapters.
 */
export function divideText(text: string, choice: ChapterChoice = noTextChoice): DividedText {
  const lines = linesOf(text)
  const continued = findContinuedLines(rawLinesOf(text))
  const divisions = headingStyles
    .map((style) => ({ style, headings: findHeadings(lines, style, continued) }))
    .filter(({ headings }) => headings.length > 0)
    .map(({ style, headings }) => ({ style, sections: sectionsOf(lines, headings, continued) }))
    .filter(({ style, sections }) => isPlausible(style, sections))
  const styles = divisions.map(({ style, sections }) => ({ style, count: countChapters(sections) }))
  const style = choice.style ?? mostEven(divisions)
  const found = style === 'none' ? [] : findHeadings(lines, style, continued)
  const isChanged = choice.merged.length > 0 || choice.added.length > 0
  const headings = isChanged ? changeHeadings(lines, found, choice) : found
  return { style, styles, sections: sectionsOf(lines, headings, continued), isWrapped: continued.size > 0 }
}

function changeHeadings(lines: string[], headings: Heading[], { merged, added }: ChapterChoice): Heading[] {
  const [without, further] = [new Set(merged), new Set(added)]
  const known = new Set(headings.map(({ line }) => line))
  const fresh = [...further].flatMap((line): Heading[] => {
    const title = lines[line] ?? ''
    return title === '' || known.has(line)
      ? []
      : [{ line, level: 2, title: [...title].slice(0, 60).join(''), isMarked: false }]
  })
  return [...headings.filter(({ line }) => !without.has(line)), ...fresh].toSorted(
    (one, other) => one.line - other.line,
  )
}

function sectionsOf(lines: string[], headings: Heading[], continued: Set<number>): TextSection[] {
  checkChapters(headings.length)
  const headingAt = new Map(headings.map((heading) => [heading.line, heading]))
  const sections: { heading: Heading | null; paragraphs: string[][] }[] = [{ heading: null, paragraphs: [] }]
  for (const [at, line] of lines.entries()) {
    const heading = headingAt.get(at)
    const paragraphs = sections.at(-1)?.paragraphs ?? []
    if (heading !== undefined) sections.push({ heading, paragraphs: [] })
    else if (continued.has(at) && paragraphs.length > 0) paragraphs.at(-1)?.push(line)
    else if (line !== '') paragraphs.push([line])
  }
  const joined = sections.map(({ heading, paragraphs }) => ({ heading, paragraphs: paragraphs.map(joinLines) }))
  return withoutContentsPage(joined).filter(({ heading, paragraphs }) => heading !== null || paragraphs.length > 0)
}

/**
 * Removes a table of contents at the start of a plain text book: headings without text that occur again later with
 * text. In the table, dots and a page number may follow a title.
 */
function withoutContentsPage(sections: TextSection[]): TextSection[] {
  const names = sections.map(({ heading }) => (heading === null ? null : nameOf(heading)))
  const lastFull = new Map(sections.flatMap(({ paragraphs }, at) => (paragraphs.length > 0 ? [[names[at], at]] : [])))
  return sections.filter(({ paragraphs }, at) => paragraphs.length > 0 || (lastFull.get(names[at]) ?? -1) < at)
}

function nameOf({ title }: Heading): string {
  return title.replace(/(?:\s*[.·・…．。]{2,}\s*|\s+)\d{1,4}$/, '').replace(/\s/g, '')
}

/**
 * Tells whether the headings of a style really divide the text. Headings that are points of a list or page numbers do
 * not.
 */
function isPlausible(style: HeadingStyle, sections: TextSection[]): boolean {
  if (style === 'chapters') return countChapters(sections) > 0
  const ofStyle = sections.filter(({ heading }) => heading?.isMarked)
  const filled = ofStyle.filter(({ paragraphs }) => paragraphs.length > 0).length
  if (ofStyle.length < fewestStyled || filled < ofStyle.length * 0.8) return false
  const mean = ofStyle.reduce((sum, section) => sum + lengthOf(section), 0) / ofStyle.length
  return style !== 'bare' || ofStyle.length <= manyPages || mean >= pageCharacters
}

function mostEven(divisions: { style: HeadingStyle; sections: TextSection[] }[]): ChapterStyle {
  const marked = divisions
    .filter(({ sections }) => sections.filter(({ heading }) => heading?.isMarked).length > 1)
    .map(({ style, sections }) => ({ style, evenness: evennessOf(sections) }))
    .toSorted((one, other) => other.evenness - one.evenness)
  if (marked.some(({ style, evenness }) => style === 'chapters' && evenness >= evenEnough)) return 'chapters'
  return marked[0]?.style ?? divisions[0]?.style ?? 'none'
}

function countChapters(sections: TextSection[]): number {
  return sections.filter(({ heading }) => heading !== null).length
}

/**
 * Returns how evenly the text is divided, from 0 to 1: the number of equally long sections that would have the same
 * entropy, divided by the number of sections.
 */
function evennessOf(sections: TextSection[]): number {
  const lengths = sections.map(lengthOf).filter((length) => length > 0)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  if (total === 0) return 0
  const entropy = lengths.reduce((sum, length) => sum - (length / total) * Math.log(length / total), 0)
  return Math.exp(entropy) / lengths.length
}

function lengthOf({ paragraphs }: TextSection): number {
  return paragraphs.reduce((sum, paragraph) => sum + paragraph.length, 0)
}
