import type { BookRole } from '#shared/api/book/book.ts'
import type { LifePlace, LifePlaceKind, Person, PersonNameKind } from '#shared/api/person/person.ts'
import { yearsText, yearText } from '#shared/year-text.ts'

export const roleNames: Record<BookRole, string> = {
  author: '著作',
  translator: '翻译',
  editor: '编选',
  illustrator: '插图',
}

export const personNameKinds: Record<PersonNameKind, string> = {
  birth: '本名',
  courtesy: '字',
  art: '号',
  pen: '笔名',
  original: '外文名',
  translated: '又译',
}

export const lifePlaceKinds: Record<LifePlaceKind, string> = { born: '出生', lived: '居留', died: '去世' }

/** Returns the years at a place of a life in words, with 约 where the year of birth or death is approximate. */
export function stationText({ born, died }: Pick<Person, 'born' | 'died'>, place: LifePlace): string | null {
  const years = stayText(place)
  const isApproximate = { born: born?.circa, lived: false, died: died?.circa }[place.kind]
  return years !== null && isApproximate ? `约${/^\d/.test(years) ? ' ' : ''}${years}` : years
}

/** Returns the years of a stay in words, such as 1931—1933 年; null when they are unknown. */
export function stayText({ from, to }: Pick<LifePlace, 'from' | 'to'>): string | null {
  if (from !== null && to !== null) return yearsText(from, to)
  if (from !== null) return `${yearText(from)}起`
  return to === null ? null : `至 ${yearText(to)}`
}
