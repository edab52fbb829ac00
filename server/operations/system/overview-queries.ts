import { type RawBuilder, sql } from 'kysely'
import type { Overview } from '#shared/api/system.ts'
import { chinaDayNumber, chinaDayText, startOfChinaDay } from '#shared/china-day.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { readSetting } from '#server/platform/setting/setting-queries.ts'

/** Above this number, the overview says only that there are more, so that no count reads a large table. */
const maxWaiting = 1000
const weekDays = 7

/** Returns how many recommendations, held comments and reports wait for an editor, each up to a limit. */
export async function countWaiting(db: Db): Promise<Overview['waiting']> {
  const { rows } = await sql<Overview['waiting']>`select
    (select count(*) from (select from recommendation where status = 'pending' limit ${maxWaiting}) w) as recommendations,
    (select count(*) from (select from comment where state = 'held' limit ${maxWaiting}) w) as comments,
    (select count(*) from (select from report where outcome is null limit ${maxWaiting}) w) as reports`.execute(db)
  return rows[0] ?? { recommendations: 0, comments: 0, reports: 0 }
}

/**
 * Returns the numbers of new users, comments and recommendations for each of the last seven days in China. The site's
 * own editorial account, which recommends every book of the catalogue, is not counted.
 */
export async function countWeek(db: Db): Promise<Overview['week']> {
  const present = chinaDayNumber(Date.now())
  const begin = startOfChinaDay(present - weekDays + 1)
  const editorialId = (await readSetting(db, 'editorialAccount')) ?? null
  const isOther = (userId: string) => sql`${sql.ref(userId)} is distinct from ${editorialId}::uuid`
  const [users, comments, recommendations] = await Promise.all([
    countByDay(db, { table: 'user', time: 'created_at', begin, condition: isOther('id') }),
    countByDay(db, { table: 'comment', time: 'create_time', begin, condition: isOther('user_id') }),
    countByDay(db, { table: 'recommendation', time: 'create_time', begin, condition: isOther('user_id') }),
  ])
  return Array.from({ length: weekDays }, (_, at) => {
    const day = chinaDayText(present - weekDays + 1 + at)
    const of = (counts: Map<string, number>) => counts.get(day) ?? 0
    return { day, users: of(users), comments: of(comments), recommendations: of(recommendations) }
  })
}

interface DayCount {
  table: string
  /** The timestamp column that decides to which day a row belongs. */
  time: string
  /** The start of the first day, in milliseconds since 1970. */
  begin: number
  /** The condition that a row must meet to be counted. */
  condition: RawBuilder<unknown>
}

/**
 * Counts the rows of a table by day in China. Ids (UUIDv7) begin with the time of creation, so the new rows are found
 * by the index of the primary key.
 */
async function countByDay(db: Db, { table, time, begin, condition }: DayCount): Promise<Map<string, number>> {
  const hex = begin.toString(16).padStart(12, '0')
  const firstId = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
  const { rows } = await sql<{ day: string; count: number }>`
    select (${sql.ref(time)} at time zone 'Asia/Shanghai')::date::text as day, count(*) as count
    from ${sql.table(table)} where id >= ${firstId} and ${condition} group by 1`.execute(db)
  return new Map(rows.map(({ day, count }) => [day, count]))
}

/** Returns the queries of visitors that most often found nothing. */
export function listTopMisses(db: Db): Promise<Overview['misses']> {
  return db
    .selectFrom('searchMiss')
    .select(['query', 'count'])
    .orderBy('count', 'desc')
    .orderBy('lastTime', 'desc')
    .limit(10)
    .execute()
}
