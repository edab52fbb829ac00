import { fail } from '#shared/api/failure.ts'
import type { today } from '#shared/api/today.ts'
import { chinaDayNumber, chinaDayText } from '#shared/china-day.ts'
import { topic } from '#server/platform/cache/topics.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { findBookOfDay, findPlaceOfDay } from './find-today.ts'

/** The first day that has a page, so that requests for arbitrary earlier days cannot fill the cache. */
const firstDay = Date.UTC(2026, 0, 1) / (24 * 3600 * 1000)

export const todayHandlers: NounHandlers<typeof today> = {
  async show({ day }, { db, dependsOn }) {
    dependsOn(topic.books, topic.day)
    const present = chinaDayNumber(Date.now())
    const number = day === undefined ? present : Date.parse(day) / (24 * 3600 * 1000)
    if (!(number >= firstDay)) return fail('missing', '那一天还没有知图的书和地方')
    if (number > present) return fail('missing', '这一天还没有到')
    const book = await findBookOfDay(db, number)
    return {
      day: chinaDayText(number),
      isToday: number === present,
      previous: number > firstDay ? chinaDayText(number - 1) : null,
      next: number < present ? chinaDayText(number + 1) : null,
      book,
      place: book && (await findPlaceOfDay(db, number, book.id)),
    }
  },
}
