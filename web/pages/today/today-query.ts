import { pageHref, type PageQuery } from '#web/frame/page/page-query.ts'

interface TodayQuery {
  /** A day as YYYY-MM-DD; absent on the page of the present day. */
  day?: string
}

const isDay = (text: string | undefined) =>
  text !== undefined && /^20[2-9]\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

export const todayQuery: PageQuery<TodayQuery> = {
  day: { name: 'day', read: ([value]) => (isDay(value) ? value : undefined), write: (value) => [value] },
}

export function todayHref(query: TodayQuery = {}): string {
  return pageHref('/today', todayQuery, query)
}
