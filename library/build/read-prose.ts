import { readSource } from './source-texts.ts'
import type { TextPart, TextPiece } from './text-work.ts'
import { tidyLine, tidyLines, tidyTitle } from './tidy-text.ts'

interface Chapter {
  chapter: string
  paragraphs: string[]
}

/** Reads a source text whose chapters each have a list of paragraphs. */
export function readChapters(folder: string, file: string): TextPart[] {
  const found = readSource<Chapter | Chapter[]>(folder, file)
  return (Array.isArray(found) ? found : [found]).map(({ chapter, paragraphs }) => ({
    title: tidyTitle(chapter),
    pieces: [prose(null, paragraphs)],
  }))
}

/** Reads a source text that is divided into volumes; each volume contains essays or chapters. */
export function readVolumes(folder: string, file: string): TextPart[] {
  interface Essay extends Chapter {
    author?: string
    source?: string
  }
  const { content } = readSource<{ content: { title: string; content: Essay[] }[] }>(folder, file)
  return content.map(({ title, content: essays }) => ({
    title: tidyTitle(title),
    pieces: essays.map(({ chapter, paragraphs, author, source }) => {
      const by = bylineOf(author, source)
      return { ...prose(tidyTitle(chapter), paragraphs), ...(by && { by }) }
    }),
  }))
}

/**
 * Returns the author of an essay and the book from which it was taken, such as `左丘明 《左传》`. A dynasty before the
 * author's name in the source text is removed. For some essays the source text has a name in brackets instead of the
 * book: the title of an emperor, which is retained; the name of the author again, which is removed; or a historian, who
 * is replaced by his book.
 */
function bylineOf(author = '', source = ''): string {
  const name = author
    .replace(/^.*[：·]/, '')
    .replace(/\s*撰\s*$/, '')
    .trim()
  const inBrackets = /^[（(]\s*([^（()）]*?)\s*[)）]$/.exec(source.trim())?.[1]
  if (inBrackets === undefined || histories[inBrackets] !== undefined)
    return [name, histories[inBrackets ?? ''] ?? source.trim()].filter(Boolean).join(' ')
  return inBrackets === '' || inBrackets === name ? name : `${name}（${inBrackets}）`
}

/**
 * Titles of history books by the name of their author, for essays where the source text names the historian instead of
 * the book.
 */
const histories: Record<string, string> = { 班固: '《漢書》' }

/** Reads a source text whose chapters are verse, all in one list without volumes. */
export function readContent(folder: string, file: string): TextPart[] {
  const { content } = readSource<{ content: Chapter[] }>(folder, file)
  return content.map(({ chapter, paragraphs }) => ({ title: tidyTitle(chapter), pieces: [verse(null, paragraphs)] }))
}

/** Reads a short source text that is not divided into chapters. */
export function readWhole(folder: string, file: string, perLine = 1): TextPart[] {
  const { title, paragraphs } = readSource<{ title: string; paragraphs: string[] }>(folder, file)
  const lines = tidyLines(paragraphs)
  const joined = Array.from({ length: Math.ceil(lines.length / perLine) }, (_, index) =>
    lines.slice(index * perLine, (index + 1) * perLine).join('，'),
  )
  const closed = perLine === 1 ? joined : joined.map((line) => `${line}。`)
  return [{ title: tidyTitle(title), pieces: [{ title: null, kind: 'verse', lines: closed }] }]
}

/** Reads a collection of sayings, each with remarks by the author's friends. */
export function readSayings(folder: string, file: string): TextPart[] {
  const sayings = readSource<{ content: string; comment: string | string[] }[]>(folder, file)
  const pieces = sayings.map(({ content, comment }): TextPiece => ({
    title: null,
    kind: 'prose',
    lines: [tidyLine(content)],
    comments: tidyLines([comment].flat()),
  }))
  const size = 73
  return Array.from({ length: Math.ceil(pieces.length / size) }, (_, index) => {
    const some = pieces.slice(index * size, (index + 1) * size)
    return { title: `第${index * size + 1}—${index * size + some.length}则`, pieces: some }
  })
}

/** Adds punctuation to rhymes: the source separates their clauses only with spaces. */
function punctuate(line: string): string {
  const clauses = line.trim().split(/\s+/)
  if (/\p{P}/u.test(line) || clauses.length < 2) return line
  return clauses.map((clause, index) => clause + (index % 2 === 0 ? '，' : '。')).join('')
}

function prose(title: string | null, paragraphs: string[]): TextPiece {
  return { title, kind: 'prose', lines: tidyLines(paragraphs) }
}

function verse(title: string | null, paragraphs: string[]): TextPiece {
  return { title, kind: 'verse', lines: tidyLines(paragraphs.map(punctuate)) }
}
