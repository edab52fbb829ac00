import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { piecesOf, versesOf } from './check-work.ts'
import { readSource } from './source-texts.ts'
import type { TextWork } from './text-work.ts'
import { toSimplified } from './to-simplified.ts'

/**
 * A poem of a collection that texts are compared with: its title, its tune, if it is a lyric (词), and its verses, all
 * in simplified characters without punctuation.
 */
export interface OtherPoem {
  title: string
  tune: string
  verses: string[]
}

/** A collection of the source package that texts are compared with. */
export interface OtherEdition {
  name: string
  poems: OtherPoem[]
}

interface Row {
  author?: string
  title?: string
  rhythmic?: string
  paragraphs?: unknown
}

const collections: [name: string, folder: string, files: RegExp][] = [
  ['御定全唐诗', 'yudingquantangshi/json', /\.json$/],
  ['全唐诗', 'quantangshi', /^poet\.tang\.(?:\d|[1-4]?\d000)\.json$/],
  ['全宋诗', 'quantangshi', /^poet\.song\.\d+\.json$/],
  ['全宋词', 'songci', /^ci\.song\.\d+\.json$/],
  ['花间集', 'wudaishici/huajianji', /juan\.json$/],
  ['南唐二主词', 'wudaishici/nantang', /^poetrys\.json$/],
]

/**
 * Reads the collections of the package that texts are compared with. Of 全宋诗, which is large, only the poets of the
 * texts are read. The anthologies among the texts are collections for the other texts too.
 */
export function readEditions(folder: string, works: TextWork[]): OtherEdition[] {
  const poets = new Set(works.flatMap(piecesOf).map(({ by = '' }) => by.replace(/^.*· /, '')))
  const isNeeded = (name: string, { author = '' }: Row) => name !== '全宋诗' || poets.has(toSimplified(author))
  const others = collections.map(([name, part, files]) => ({
    name,
    poems: readdirSync(join(folder, part))
      .filter((file) => files.test(file))
      .flatMap((file) => readSource<Row[]>(folder, `${part}/${file.slice(0, -'.json'.length)}`))
      .filter((row) => Array.isArray(row.paragraphs) && isNeeded(name, row))
      .map(({ title = '', rhythmic = '', paragraphs }) => ({
        title: versesOf(toSimplified(title)).join(''),
        tune: tuneOf(toSimplified(rhythmic)),
        verses: versesOf(toSimplified((paragraphs as string[]).join('\n'))),
      })),
  }))
  const anthologies = works.filter(({ title }) => ['唐诗三百首', '千家诗', '宋词三百首'].includes(title))
  return [
    ...others,
    ...anthologies.map((work) => ({
      name: work.title,
      poems: piecesOf(work).map(({ title, lines }) => ({
        title: '',
        tune: tuneOf(title ?? ''),
        verses: lines.flatMap(versesOf),
      })),
    })),
  ]
}

/** Returns the name of the tune (词牌) at the beginning of the title of a lyric. */
export function tuneOf(title: string): string {
  return /^[^（·\s]*/.exec(title)?.[0] ?? ''
}
