import type { CoverBook } from './cover-book.ts'

/** Short names of historical eras for the seal on a book cover, which has room for four Chinese characters. */
const shortNames: Record<string, string> = {
  魏晋南北朝: '魏晋',
  晚清民国: '清末民初',
  当代中国: '当代',
  古典世界: '古典',
  中世纪: '中古',
  大航海时代: '航海',
  启蒙时代: '启蒙',
  世界大战: '大战',
  二十一世纪: '今世',
}

export function sealText({ tags, era }: CoverBook): string {
  const tag = tags.find(({ kind }) => kind === 'era')?.name
  if (tag) return [...(shortNames[tag] ?? tag)].slice(0, 4).join('')
  return era ? nameCentury(era.from, era.to) : ''
}

function nameCentury(from: number, to: number): string {
  const year = Math.round((from + to) / 2)
  if (year < -2000) return '史前'
  if (year < 0) return '上古'
  const digits = '〇一二三四五六七八九'
  const century = Math.floor(Math.max(0, year - 1) / 100) + 1
  const tens = century >= 20 ? '二十' : century >= 10 ? '十' : ''
  const number = `${tens}${century % 10 ? (digits[century % 10] ?? '') : ''}`
  return number.length > 2 ? number : `${number}世纪`
}
