import type { CoverBook } from './cover-book.ts'
import { createRandom } from '#server/cover/patterns/cover-random.ts'
import { type Palette, palettes } from '#server/cover/patterns/cover-palettes.ts'
import { type PatternEntry, type PatternName, patterns } from '#server/cover/patterns/pattern-table.ts'

/** Which pattern, which colours: what the tags call for, with some chance among the loudest. */

const loudness = { subject: 1, region: 0.9, era: 0.8, form: 0.55 }

export function choosePattern(book: CoverBook, seed: string): PatternName {
  const world = findWorld(book)
  const possible = (Object.entries(patterns) as [PatternName, PatternEntry][]).filter(
    ([, { only }]) => !only || !world || only === world,
  )
  const scored = possible.map(([name, { tags }]) => {
    const [loud = '', soft = ''] = tags.split('|').map((part) => ` ${part} `)
    return [
      name,
      scoreTags(book, (tag) => (loud.includes(` ${tag} `) ? 3 : soft.includes(` ${tag} `) ? 1 : 0)),
    ] as const
  })
  return chooseLoudest(scored, `${seed}:pattern`)
}

export function choosePalette(book: CoverBook, seed: string): Palette {
  const scored = palettes.map((palette) => {
    const wanted = ` ${palette.tags} `
    return [palette, scoreTags(book, (tag) => (wanted.includes(` ${tag} `) ? 1 : 0))] as const
  })
  return chooseLoudest(scored, `${seed}:palette`)
}

const chinese = new Set(
  '先秦 秦汉 魏晋南北朝 隋唐 宋元 明清 晚清民国 当代中国 北京 华北 中原 齐鲁 关中 西北 西域 塞北 东北 江南 荆楚 湘西 巴蜀 岭南 闽台 云贵 青藏 港澳'.split(
    ' ',
  ),
)

/** Where a book is at home, as far as its tags tell. */
function findWorld({ tags }: CoverBook): 'china' | 'abroad' | undefined {
  const told = tags.filter(({ name, kind }) => (kind === 'region' || kind === 'era') && name !== '全球')
  if (told.some(({ name }) => chinese.has(name))) return 'china'
  return told.length > 0 ? 'abroad' : undefined
}

function scoreTags({ tags }: CoverBook, worth: (tag: string) => number): number {
  return tags.reduce((sum, { name, kind }) => sum + worth(name) * (loudness[kind] ?? 0), 0)
}

/** Squares the scores, so that a clear call is mostly heard; where nothing calls, anything may come. */
function chooseLoudest<T>(scored: (readonly [item: T, score: number])[], seed: string): T {
  const most = Math.max(...scored.map(([, score]) => score))
  const heard = most > 0 ? scored.filter(([, score]) => score > most * 0.3) : scored
  return createRandom(seed).weigh(heard.map(([item, score]) => [item, most > 0 ? score ** 2 : 1] as const))
}
