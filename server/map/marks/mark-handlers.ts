import { fail } from '#shared/api/failure.ts'
import type { mark } from '#shared/api/place/mark.ts'
import { periodStarts, windowOfYears, yearsOfWindow } from '#shared/period.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { topic } from '#server/platform/cache/topics.ts'
import { findTagIds } from '#server/catalogue/tag/tag-queries.ts'
import { findMark, listMarks } from './mark-queries.ts'
import { countPeriods } from './period-queries.ts'

/** The answer for a filter that no mark matches. */
const noMarks = { list: [], nextCursor: null, total: 0, countItems: 0, hasMoreItems: false, isLowerBound: false }

export const markHandlers: NounHandlers<typeof mark> = {
  async list({ tags, from, to, ...request }, { db, dependsOn }) {
    dependsOn(topic.marks, topic.books, topic.videos, topic.order('book', 'hot'), topic.order('video', 'hot'))
    const [, south = 0, , north = 0] = request.bounds ?? []
    if (south > north)
      fail('invalid', '范围的南边在北边之上，请核对', { fields: { bounds: '须为西、南、东、北四个数' } })
    const tagIds = await findTagIds(db, tags)
    if (tagIds === null) return noMarks
    return listMarks(db, { ...request, tagIds, window: windowOfYears({ from, to }) })
  },

  async timeline({ tags }, { db, dependsOn }) {
    dependsOn(topic.marks, topic.tags)
    const tagIds = await findTagIds(db, tags)
    const { counts, isLowerBound } =
      tagIds === null ? { counts: [], isLowerBound: false } : await countPeriods(db, tagIds)
    return {
      list: periodStarts.map((_, period) => {
        const { from = null, to = null } = yearsOfWindow({ first: period, last: period })
        return { from, to, count: counts[period] ?? 0 }
      }),
      isLowerBound,
    }
  },

  async show({ itemId, placeId }, { db, dependsOn }) {
    dependsOn(topic.book(itemId), topic.video(itemId), topic.marks)
    return (await findMark(db, itemId, placeId)) ?? fail('missing', '这里没有这个标记')
  },
}
