import { readSource } from './source-texts.ts'
import type { TextPart, TextPiece } from './text-work.ts'
import { tidyLines, tidyTitle } from './tidy-text.ts'

interface Poem {
  title?: string
  author?: string
  rhythmic?: string
  prologue?: string
  chapter?: string
  section?: string
  content?: string[]
  paragraphs?: string[]
  para?: string[]
}

/** Reads a flat list of poems and groups them into sections; `partOf` names the section of a poem. */
export function readGathered(
  folder: string,
  file: string,
  partOf: (poem: Poem) => string,
  hasAuthors = false,
): TextPart[] {
  const parts = new Map<string, TextPiece[]>()
  for (const poem of readSource<Poem[]>(folder, file)) {
    const title = tidyTitle(partOf(poem))
    const pieces = parts.get(title) ?? []
    parts.set(title, [...pieces, toPiece(poem, hasAuthors)])
  }
  return [...parts].map(([title, pieces]) => ({ title, pieces }))
}

/** One poem of a group of poems that have a common title in the source. */
interface OneOf {
  subchapter: string
  paragraphs: string[]
}
interface FormRow {
  chapter: string
  subchapter?: string | null
  author: string
  paragraphs: (string | OneOf)[]
}

/** Reads a collection of poems that the source groups by poetic form. */
export function readForms(folder: string, file: string): TextPart[] {
  const { content } = readSource<{ content: { type: string; content: FormRow[] }[] }>(folder, file)
  return content.map(({ type, content: rows }) => ({ title: tidyTitle(type), pieces: rows.flatMap(piecesOf) }))
}

function piecesOf({ chapter, subchapter, author, paragraphs }: FormRow): TextPiece[] {
  const by = author.replace(/[（(](.*?)[）)]\s*/, '$1 · ')
  const title = (subchapter ?? chapter).split(' / ')[0] ?? chapter
  const lines = paragraphs.filter((line) => typeof line === 'string')
  const several = paragraphs.filter((line) => typeof line !== 'string')
  if (several.length === 0) return [toPiece({ title, author: by, paragraphs: lines }, true)]
  return several.map((one) => toPiece({ ...one, title: `${title} ${one.subchapter}`, author: by }, true))
}

/** Reads a collection of poems whose volumes are separate files. */
export function readFiles(folder: string, files: { file: string; title: string }[]): TextPart[] {
  return files.map(({ file, title }) => ({
    title,
    pieces: readSource<Poem[]>(folder, file).map((poem) => toPiece(poem, true)),
  }))
}

/** Divides all poems of one author into parts of `size` poems for the table of contents, in the order of the source. */
export function inRuns(poems: Poem[], size: number): TextPart[] {
  return Array.from({ length: Math.ceil(poems.length / size) }, (_, index) => {
    const some = poems.slice(index * size, (index + 1) * size)
    return {
      title: `第${index * size + 1}—${index * size + some.length}首`,
      pieces: some.map((poem) => toPiece(poem, false)),
    }
  })
}

function toPiece(poem: Poem, hasAuthor: boolean): TextPiece {
  const lines = tidyLines(poem.paragraphs ?? poem.content ?? poem.para ?? []).map(closed)
  // The empty brackets after the name of a tune (词牌) are filled with the first words when the text has been corrected.
  const title = poem.title === undefined ? `${tidyTitle(poem.rhythmic ?? '')}（）` : tidyTitle(poem.title)
  const comments = poem.prologue === undefined ? [] : tidyLines([poem.prologue])
  return {
    title: title === '' ? '无题' : title,
    kind: 'verse',
    lines,
    ...(hasAuthor && poem.author && { by: tidyTitle(poem.author) }),
    ...(comments.length > 0 && { comments }),
  }
}

/** Adds the full stop at the end of a line of verse where the source lacks it. */
function closed(line: string) {
  return /[\p{L}]$/u.test(line) ? `${line}。` : line
}
