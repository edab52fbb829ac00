import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { RecommendationStatus } from '#shared/api/book/recommendation-fields.ts'
import type { Inspection, QueueEntry } from '#shared/api/book/recommendation-admin.ts'
import { countRows } from '#server/platform/db/count-rows.ts'
import { decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** The time for which a recommendation stays reserved for the editor who reviews it. */
export const claimFor = sql`interval '10 minutes'`

/** An SQL expression for the editor who has currently reserved a recommendation, as JSON; null if nobody has. */
const claimant = sql<{ id: string; name: string } | null>`(
  select jsonb_build_object('id', "user".id, 'name', "user".name) from "user"
  where "user".id = recommendation.claimed_by and recommendation.claim_time > now() - ${claimFor})`

interface QueueRequest {
  status: RecommendationStatus
  cursor?: string | undefined
  limit: number
}
type Row = Omit<QueueEntry, 'submitTime'> & { submitTime: Date; updateTime: Date }

const position = z.tuple([z.int().check(z.gte(0), z.lte(4e12)), z.uuid()])

/**
 * Returns one page of the recommendations with a given status (pending, approved or rejected): pending ones the oldest
 * first, decided ones the latest decision first.
 */
export async function listQueue(db: Db, { status, cursor, limit }: QueueRequest) {
  const isWaiting = status === 'pending'
  const order = isWaiting ? sql`submit_time, recommendation.id` : sql`update_time desc, recommendation.id desc`
  const { rows } = await sql<Row>`
    select recommendation.id, title, authors, status, former is not null as is_resubmitted, book_id, submit_time, update_time,
      ${claimant} as claimed_by, jsonb_build_object('id', "user".id, 'name', "user".name) as "user"
    from recommendation join "user" on "user".id = user_id
    where ${inQueue(status)} and ${cursor === undefined ? sql`true` : beyond(isWaiting, cursor)}
    order by ${order} limit ${limit + 1}`.execute(db)
  const list = rows.slice(0, limit)
  const last = rows.length > limit ? list.at(-1) : undefined
  const at = last && (isWaiting ? last.submitTime : last.updateTime).getTime()
  return {
    list: list.map(({ updateTime: _, submitTime, ...row }) => ({ ...row, submitTime: submitTime.toISOString() })),
    nextCursor: last && at !== undefined ? encodeCursor([at, last.id]) : null,
  }
}

/**
 * Restricts a query to recommendations of a status. Approved recommendations that came with the catalogue are left out,
 * because no editor decided on them.
 */
function inQueue(status: RecommendationStatus) {
  return sql`status = ${status} and ${status === 'pending' ? sql`true` : sql`reviewed_by is not null`}`
}

function beyond(isWaiting: boolean, cursor: string) {
  const [at, id] = decodeCursor(cursor, position)
  const from = sql`(${new Date(at)}::timestamptz, ${id}::uuid)`
  return isWaiting ? sql`(submit_time, recommendation.id) > ${from}` : sql`(update_time, recommendation.id) < ${from}`
}

export function countQueue(db: Db, status: RecommendationStatus): Promise<number> {
  return countRows(db, sql`select from recommendation where ${inQueue(status)}`)
}

/** Returns the fields of a recommendation that only editors see. */
export async function findReview(db: Db, id: string) {
  const { rows } = await sql<ReviewRow>`
    select user_id, folded, isbn13, former, submit_time, ${claimant} as claimed_by,
      (select jsonb_build_object('id', "user".id, 'name', "user".name) from "user" where "user".id = reviewed_by) as reviewed_by
    from recommendation where id = ${id}`.execute(db)
  return rows[0]
}

interface ReviewRow {
  userId: string
  folded: string
  isbn13: string | null
  former: Inspection['former']
  submitTime: Date
  claimedBy: Inspection['claimedBy']
  reviewedBy: Inspection['reviewedBy']
}

/**
 * Returns the latest recommendations of a user except one, and how many recommendations of the user have each status.
 */
export async function readUserHistory(db: Db, userId: string, exceptId: string): Promise<Inspection['history']> {
  const [counts, list] = await Promise.all([
    db
      .selectFrom('recommendation')
      .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
      .where('userId', '=', userId)
      .groupBy('status')
      .execute(),
    db
      .selectFrom('recommendation')
      .select(['id', 'title', 'status', 'reviewNote'])
      .where('userId', '=', userId)
      .where('id', '<>', exceptId)
      .orderBy('id', 'desc')
      .limit(5)
      .execute(),
  ])
  const count = (status: RecommendationStatus) => counts.find((row) => row.status === status)?.count ?? 0
  return { pending: count('pending'), approved: count('approved'), rejected: count('rejected'), list }
}

/** Returns the pending recommendations by any user of the same book as a given recommendation. */
export async function listPendingSimilar(
  db: Db,
  id: string,
  { folded, isbn13 }: ReviewRow,
): Promise<Inspection['waiting']> {
  const rows = await db
    .selectFrom('recommendation')
    .innerJoin('user', 'user.id', 'recommendation.userId')
    .select(['recommendation.id', 'recommendation.title', 'user.name as user'])
    .where('recommendation.status', '=', 'pending')
    .where('recommendation.id', '<>', id)
    .where((eb) => eb.or([eb('folded', '=', folded), eb('isbn13', '=', isbn13)]))
    .orderBy('recommendation.submitTime')
    .limit(5)
    .execute()
  return rows
}
