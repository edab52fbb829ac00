import * as z from 'zod/mini'
import type { BookSort } from '#shared/api/book/book.ts'

/**
 * The database columns by which lists of books and videos can be sorted: popularity, creation time and score, the
 * greatest value first.
 */
export const sortColumns = { hot: 'popularity', new: 'createTime', score: 'score' } as const

/**
 * Returns the schema that validates the sort value in the cursor of a page of books or videos: the value must be text
 * that PostgreSQL can cast to the type of the sort column.
 */
export function rankOf(sort: BookSort) {
  if (sort === 'new') return z.string().check(z.refine(isTime))
  return z.string().check(z.regex(sort === 'hot' ? /^-?\d{1,9}$/ : /^\d{1,2}\.\d$/))
}

/** Tells whether a text is a valid UTC time as PostgreSQL prints it, with a date that exists in the calendar. */
function isTime(value: string) {
  const [, day, time] = /^([1-9]\d{3}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,3})?)\+00$/.exec(value) ?? []
  const date = new Date(`${day}T${time}Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(String(day))
}
