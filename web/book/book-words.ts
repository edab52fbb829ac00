import type { Era } from '#shared/api/book/book.ts'
import type { PlaceKind } from '#shared/api/place/place.ts'

export const placeKindNames: Record<PlaceKind, string> = {
  setting: '故事发生地',
  subject: '所写之地',
  author: '作者故里',
  written: '写作之地',
}

export function yearText(year: number): string {
  return `${bareYear(year)} 年`
}

function bareYear(year: number): string {
  return year < 0 ? `前 ${-year}` : String(year)
}

export function eraText({ from, to }: Era): string {
  return from === to ? yearText(from) : `${bareYear(from)}—${yearText(to)}`
}
