import * as z from 'zod/mini'
import { AuthorIds } from './author-ids.ts'
import { described } from './described.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './text.ts'

const Day = z.iso.date({ error: '日期的样子不对，例如 2026-03-01' })
const nullableDay = z.nullable(z.string())

/** The book and the place of one day, which are the same for every visitor. Days begin at midnight in China (UTC+8). */
export const Today = z.strictObject({
  day: described('The day in China, as YYYY-MM-DD.', z.string()),
  isToday: described('Whether the day is the present day in China.', z.boolean()),
  previous: described('The day before; null for the first day.', nullableDay),
  next: described('The next day; null for the present day.', nullableDay),
  book: described(
    'The book of the day; null on a site without books.',
    z.nullable(
      z.strictObject({
        id: Id,
        title: z.string(),
        authors: z.array(z.string()),
        authorIds: AuthorIds,
        cover: z.nullable(z.string()),
        desc: z.string(),
      }),
    ),
  ),
  place: described(
    'The place of the day, of which the book of the day tells; null if the book tells of no place.',
    z.nullable(
      z.strictObject({
        id: Id,
        name: z.string(),
        region: z.string(),
        books: described(
          'Up to four books that tell of the place, the book of the day first, then the most popular ones.',
          z.array(z.strictObject({ id: Id, title: z.string() })),
        ),
      }),
    ),
  ),
})
export type Today = z.infer<typeof Today>

export const today = {
  show: endpoint({
    method: 'POST',
    path: '/today',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Get the book and the place of a day, the same for everybody; missing for days to come',
    input: z.object({ day: described('The day; without it, the present day in China.', z.optional(Day)) }),
    output: Today,
    isCached: true,
  }),
}
