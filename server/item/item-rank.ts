import * as z from 'zod/mini'
import type { BookSort } from '#shared/api/book/book.ts'

/** What lists of books and of videos are sorted by, the greatest first. */
export const sortColumns = { hot: 'popularity', new: 'createTime', score: 'score' } as const

/** What stands in a cursor as the rank: text that PostgreSQL can read as what the list is sorted by. */
export function rankOf(sort: BookSort) {
  if (sort === 'new') return z.string().check(z.refine(isTime))
  return z.string().check(z.regex(sort === 'hot' ? /^-?\d{1,9}$/ : /^\d{1,2}\.\d$/))
}

/** A day that is in the calendar, as PostgreSQL writes it. */
function isTime(value: string) {
  const [, day, time] = /^([1-9]\d{3}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,3})?)\+00$/.exec(value) ?? []
  const date = new Date(`${day}T${time}Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(String(day))
}
