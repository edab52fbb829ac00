import type { CoverBook } from './cover-book.ts'

type Years = NonNullable<CoverBook['era']>

/** Short names of historical eras for the seal on a book cover, which has room for four Chinese characters. */
const shortNames: Record<string, string> = {
  魏晋南北朝: '魏晋',
  当代中国: '当代',
  古典世界: '古典',
  中世纪: '中古',
  大航海时代: '航海',
  启蒙时代: '启蒙',
  世界大战: '大战',
  二十一世纪: '今世',
}

/**
 * Returns the text of the seal on the cover of a book: its era tag or, without one, the name of the years that it is
 * about. The text is empty if no name fits all these years; the cover then has no seal.
 */
export function sealText({ tags, era }: CoverBook): string {
  const tag = tags.find(({ kind }) => kind === 'era')?.name
  if (tag === '晚清民国' && era) return nameModernChina(era)
  if (tag) return [...(shortNames[tag] ?? tag)].slice(0, 4).join('')
  return era ? nameCentury(era) : ''
}

/** Returns the narrowest name for years between the Opium War and 1949, because the tag 晚清民国 names all of them. */
function nameModernChina(era: Years): string {
  const { from, to } = era
  if (from < 1840 || to > 1949) return nameCentury(era)
  if (to < 1912) return '晚清'
  if (from >= 1912) return '民国'
  return from >= 1880 && to <= 1928 ? '清末民初' : '晚清民国'
}

/** Returns the name of the century, or of the age before the common era, in which all years lie; empty if none does. */
function nameCentury({ from, to }: Years): string {
  if (to < -2000) return '史前'
  if (from < 0) return from >= -2000 && to < 0 ? '上古' : ''
  // The years 1900 and 2000 count to the century that they begin in common usage and to the one that they end.
  const century = Math.floor(from / 100) + 1
  if (to > century * 100) return ''
  if (century === 21) return shortNames.二十一世纪 ?? ''
  const digits = '〇一二三四五六七八九'
  const tens = century >= 20 ? '二十' : century >= 10 ? '十' : ''
  const number = `${tens}${century % 10 ? (digits[century % 10] ?? '') : ''}`
  return number.length > 2 ? number : `${number}世纪`
}
