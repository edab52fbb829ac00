import { type TimeWindow, yearsOfWindow } from '#shared/period.ts'
import { ages, isSameWindow } from './ages.ts'

/** Returns a year in words, such as 公元前 221 年. */
export function yearWords(year: number): string {
  if (year < 0) return `公元前 ${-year} 年`
  // A year below 100 needs the era, because it could be read as a length of time.
  return year < 100 ? `公元 ${year} 年` : `${year} 年`
}

/** Returns a window of time in words, such as 隋唐五代（581–960 年）. */
export function windowWords(window: TimeWindow | null): string {
  if (window === null) return '全部年代'
  const age = ages.find((one) => isSameWindow(one.window, window))
  return age === undefined ? rangeWords(window) : `${age.parts.join('')}（${rangeWords(window)}）`
}

function rangeWords(window: TimeWindow): string {
  const { from, to } = yearsOfWindow(window)
  if (from === undefined) return to === undefined ? '从古到今' : `${yearWords(to)}以前`
  if (to === undefined) return `${yearWords(from)}以来`
  const end = to < 0 ? `前 ${-to} 年` : from < 0 ? `公元 ${to} 年` : `${to} 年`
  return `${yearWords(from).replace(/ 年$/, '')}–${end}`
}
