import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import * as z from 'zod/mini'
import type {
  Recommendation,
  RecommendationPlace,
  RecommendationStatus,
} from '#shared/api/book/recommendation-fields.ts'
import { decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'

/** Returns a recommendation of any status; undefined when it does not exist. */
export async function findRecommendation(db: Db, id: string): Promise<Recommendation | undefined> {
  const row = await selectRecommendations(db).where('recommendation.id', '=', id).executeTakeFirst()
  return row && toRecommendation(row)
}

interface OwnPage {
  userId: string
  status?: RecommendationStatus | undefined
  cursor?: string | undefined
  limit: number
}

/**
 * Returns one page of a user's own recommendations, the newest first. The ids are UUIDv7 and therefore sort by time.
 */
export async function listMyRecommendations(db: Db, { userId, status, cursor, limit }: OwnPage) {
  let query = selectRecommendations(db)
    .where('recommendation.userId', '=', userId)
    .orderBy('recommendation.id', 'desc')
    .limit(limit + 1)
  if (status !== undefined) query = query.where('recommendation.status', '=', status)
  if (cursor !== undefined) {
    const [before] = decodeCursor(cursor, z.tuple([z.uuid()]))
    query = query.where('recommendation.id', '<', before)
  }
  const rows = await query.execute()
  const list = rows.slice(0, limit).map(toRecommendation)
  const last = rows.length > limit ? list.at(-1) : undefined
  return { list, nextCursor: last ? encodeCursor([last.id]) : null }
}

function selectRecommendations(db: Db) {
  return db
    .selectFrom('recommendation')
    .innerJoin('user', 'user.id', 'recommendation.userId')
    .select([
      'recommendation.id',
      'recommendation.title',
      'recommendation.authors',
      'recommendation.isbn13',
      'recommendation.reason',
      'recommendation.places',
      'recommendation.cover',
      'recommendation.link',
      'recommendation.bookId',
      'recommendation.status',
      'recommendation.reviewNote',
      'recommendation.createTime',
      'recommendation.updateTime',
    ])
    .select((eb) => [tagNames(eb).as('tags'), userOf().as('user')])
}

type Row =
  ReturnType<typeof selectRecommendations> extends SelectQueryBuilder<Database, infer _Table, infer O> ? O : never

/**
 * For a query that lists recommendations: a column with the names of the tags of each one. Tags that no longer exist
 * are left out.
 */
function tagNames(_eb: ExpressionBuilder<Database, 'recommendation'>) {
  return sql<string[]>`array(
    select tag.name from tag where tag.id = any(recommendation.tag_ids)
    order by array_position(array['form', 'subject', 'era', 'region'], tag.kind), tag.position)`
}

function userOf() {
  return jsonBuildObject({
    id: sql<string>`"user".id`,
    name: sql<string>`"user".name`,
    profile: sql<string>`"user".avatar_key`,
  })
}

function toRecommendation({ createTime, updateTime, places, ...row }: Row): Recommendation {
  return {
    ...row,
    places: places as RecommendationPlace[],
    createTime: createTime.toISOString(),
    updateTime: updateTime.toISOString(),
  }
}
