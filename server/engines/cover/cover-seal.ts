import type { CoverBook } from './cover-book.ts'

type Years = NonNullable<CoverBook['era']>

/** A period as the seal on a book cover names it, with its first and its last year. */
interface Period extends Years {
  name: string
}

/** The periods that era tags name, in at most four Chinese characters, for which the seal has room. */
const periods: Record<string, Period> = {
  先秦: { name: '先秦', from: -Infinity, to: -221 },
  秦汉: { name: '秦汉', from: -221, to: 220 },
  魏晋南北朝: { name: '魏晋', from: 220, to: 589 },
  隋唐: { name: '隋唐', from: 581, to: 960 },
  宋元: { name: '宋元', from: 960, to: 1368 },
  明清: { name: '明清', from: 1368, to: 1911 },
  当代中国: { name: '当代', from: 1949, to: Infinity },
  古典世界: { name: '古典', from: -800, to: 500 },
  中世纪: { name: '中古', from: 476, to: 1500 },
  文艺复兴: { name: '文艺复兴', from: 1300, to: 1650 },
  大航海时代: { name: '航海', from: 1400, to: 1700 },
  启蒙时代: { name: '启蒙', from: 1650, to: 1800 },
  十九世纪: { name: '十九世纪', from: 1800, to: 1900 },
  世界大战: { name: '大战', from: 1914, to: 1945 },
  冷战: { name: '冷战', from: 1945, to: 1991 },
  二十一世纪: { name: '今世', from: 2000, to: Infinity },
}

/**
 * Returns the text of the seal on the cover of a book: its era tag or, without one, the name of the years that it is
 * about. Readers take a seal for the time of the author, so the text is empty unless the book was first published in
 * the same period. It is also empty if no name fits all the years of the book; the cover then has no seal.
 */
export function sealText({ tags, era, publishedYear = null }: CoverBook): string {
  const tag = tags.find(({ kind }) => kind === 'era')?.name
  const period = tag === undefined ? era && centuryOf(era) : tag === '晚清民国' ? modernPeriod(era) : periods[tag]
  if (!period || publishedYear === null) return ''
  return publishedYear >= period.from && publishedYear <= period.to ? period.name : ''
}

/** The periods that the tag 晚清民国 names together, the narrower ones first. */
const modernPeriods: Period[] = [
  { name: '晚清', from: 1840, to: 1911 },
  { name: '民国', from: 1912, to: 1949 },
  { name: '清末民初', from: 1880, to: 1928 },
  { name: '晚清民国', from: 1840, to: 1949 },
]

/** Returns the narrowest period for a book with the tag 晚清民国, or the century of its years; null if there is none. */
function modernPeriod(era: Years | null = null): Period | null {
  if (era === null) return modernPeriods.at(-1) ?? null
  return modernPeriods.find(({ from, to }) => era.from >= from && era.to <= to) ?? centuryOf(era)
}

/** Returns the century of the common era in which all years lie; null if there is none. */
function centuryOf({ from, to }: Years): Period | null {
  if (from < 0) return null
  // The years 1900 and 2000 count to the century that they begin in common usage and to the one that they end.
  const century = Math.floor(from / 100) + 1
  if (to > century * 100) return null
  const period = { from: century * 100 - 100, to: century * 100 }
  if (century === 21) return { ...period, name: '今世' }
  const digits = '〇一二三四五六七八九'
  const tens = century >= 20 ? '二十' : century >= 10 ? '十' : ''
  const number = `${tens}${century % 10 ? (digits[century % 10] ?? '') : ''}`
  return { ...period, name: number.length > 2 ? number : `${number}世纪` }
}
