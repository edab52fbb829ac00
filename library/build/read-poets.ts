import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readSource } from './source-texts.ts'
import type { TextPart } from './text-work.ts'
import { inRuns } from './read-verse.ts'

interface Row {
  title: string
  author: string
  paragraphs: string[]
}
/**
 * Number of poems at the beginning of the source that are taken from 全唐诗 (the collected Tang poems). The source
 * continues with poems that were found later. They are left out, because they contain annotations by living scholars,
 * which are under copyright.
 */
const inQuanTangShi = 49_000
const perPart = 50
const cache = new Map<string, Row[]>()

/** Returns all poems in 全唐诗 (the collected Tang poems) by one poet. */
export function readTangPoet(folder: string, author: string): TextPart[] {
  return inRuns(poemsOf(folder, 'quantangshi', /^poet\.tang\.(\d+)\.json$/, author, inQuanTangShi), perPart)
}

/** Returns all lyrics in 全宋词 (the collected Song lyrics) by one poet. */
export function readSongPoet(folder: string, author: string): TextPart[] {
  return inRuns(poemsOf(folder, 'songci', /^ci\.song\.(\d+)\.json$/, author, Infinity), perPart)
}

function poemsOf(folder: string, part: string, pattern: RegExp, author: string, end: number) {
  const all = cache.get(part) ?? readAll(folder, part, pattern)
  cache.set(part, all)
  return all.slice(0, end).filter((poem) => poem.author === author && isText(poem))
}

/**
 * Returns whether any text of a poem is preserved: for a completely lost poem, the source has only a remark in
 * brackets.
 */
function isText({ paragraphs }: Row) {
  return paragraphs.some((line) => line.replace(/[（(].*?[）)]/g, '').trim() !== '')
}

function readAll(folder: string, part: string, pattern: RegExp): Row[] {
  const number = (name: string) => Number(pattern.exec(name)?.[1])
  return readdirSync(join(folder, part))
    .filter((name) => pattern.test(name))
    .sort((a, b) => number(a) - number(b))
    .flatMap((name) => readSource<Row[]>(folder, `${part}/${name.slice(0, -5)}`))
}
