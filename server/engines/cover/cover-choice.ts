import type { CoverBook } from './cover-book.ts'
import { coverText } from './cover-text.ts'
import { chooseLayout, type LayoutName } from '#server/engines/cover/layouts/layout-table.ts'
import { createRandom } from '#server/engines/cover/patterns/cover-random.ts'
import { type Palette, palettes } from '#server/engines/cover/patterns/cover-palettes.ts'
import { type PatternEntry, type PatternName, patterns } from '#server/engines/cover/patterns/pattern-table.ts'

/** How much a book's tags of each kind count when the pattern and colours of its cover are chosen. */
const kindWeights = { subject: 1, region: 0.9, era: 0.8, form: 0.55 }

/** The data of a book that determines the colours, pattern and layout of its cover. */
export type PlannedBook = Pick<CoverBook, 'title' | 'subtitle' | 'authors' | 'tags'>

/**
 * Returns the texts, the colours, the pattern and the layout of a book's cover. `choice` may name the pattern and the
 * layout; everything else is chosen at random from `seed`, which depends only on the title and the authors.
 */
export function planCover(book: PlannedBook, choice: { pattern?: PatternName; layout?: LayoutName } = {}) {
  const seed = `${book.title}/${book.authors.join('/')}`
  const text = coverText(book)
  const pattern = choice.pattern ?? choosePattern(book, seed)
  const layout = choice.layout ?? chooseLayout(text, pattern, seed)
  return { seed, text, pattern, layout, palette: choosePalette(book, seed) }
}

export function choosePattern(book: PlannedBook, seed: string): PatternName {
  const region = findRegion(book)
  const possible = (Object.entries(patterns) as [PatternName, PatternEntry][]).filter(
    ([, { only }]) => !only || !region || only === region,
  )
  const scored = possible.map(([name, { tags }]) => {
    const [strongTags = '', weakTags = ''] = tags.split('|').map((part) => ` ${part} `)
    return [
      name,
      scoreTags(book, (tag) => (strongTags.includes(` ${tag} `) ? 3 : weakTags.includes(` ${tag} `) ? 1 : 0)),
    ] as const
  })
  return chooseByScore(scored, `${seed}:pattern`)
}

export function choosePalette(book: PlannedBook, seed: string): Palette {
  const scored = palettes.map((palette) => {
    const paletteTags = ` ${palette.tags} `
    return [palette, scoreTags(book, (tag) => (paletteTags.includes(` ${tag} `) ? 1 : 0))] as const
  })
  return chooseByScore(scored, `${seed}:palette`)
}

const chinese = new Set(
  '先秦 秦汉 魏晋南北朝 隋唐 宋元 明清 晚清民国 当代中国 北京 华北 中原 齐鲁 关中 西北 西域 塞北 东北 江南 荆楚 湘西 巴蜀 岭南 闽台 云贵 青藏 港澳'.split(
    ' ',
  ),
)

/**
 * Returns the part of the world that the tags of a book name, so that its cover gets a fitting pattern; undefined if
 * they name none.
 */
function findRegion({ tags }: PlannedBook): 'china' | 'abroad' | undefined {
  const locating = tags.filter(({ name, kind }) => (kind === 'region' || kind === 'era') && name !== '全球')
  if (locating.some(({ name }) => chinese.has(name))) return 'china'
  return locating.length > 0 ? 'abroad' : undefined
}

function scoreTags({ tags }: PlannedBook, scoreOf: (tag: string) => number): number {
  return tags.reduce((sum, { name, kind }) => sum + scoreOf(name) * (kindWeights[kind] ?? 0), 0)
}

/**
 * Chooses a pattern or palette for a cover at random, weighted by the squares of the scores, so that clear matches
 * usually win. If no item has a score, all are equally likely.
 */
function chooseByScore<T>(scored: (readonly [item: T, score: number])[], seed: string): T {
  const best = Math.max(...scored.map(([, score]) => score))
  const eligible = best > 0 ? scored.filter(([, score]) => score > best * 0.3) : scored
  return createRandom(seed).pickWeighted(eligible.map(([item, score]) => [item, best > 0 ? score ** 2 : 1] as const))
}
