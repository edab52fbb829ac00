import { sql } from 'kysely'
import type { Rated } from '#shared/api/account/auth.ts'
import type { LikedType, LikeSaveCounts } from '#shared/api/community/reaction.ts'
import type { RecommendationStatus } from '#shared/api/book/recommendation-fields.ts'
import type { Db } from '#server/platform/db/schema.ts'

const maxRated = 500

/**
 * An SQL condition on the likes and saves of a user. It excludes likes of comments that are deleted or held for
 * moderation.
 */
export const isVisibleEntry = sql`(item_type <> 'comment' or exists (select from comment where id = entry.item_id and state = 'published'))`

/** Counts the books, videos and comments that a user likes and has saved, by type. */
export async function countLikeSave(db: Db, userId: string): Promise<LikeSaveCounts> {
  const { rows } = await sql<{ kind: 'liked' | 'saved'; itemType: LikedType; count: number }>`
    select 'liked' as kind, item_type, count(*) as count from item_like entry where user_id = ${userId} and ${isVisibleEntry} group by item_type
    union all
    select 'saved', item_type, count(*) from item_save where user_id = ${userId} group by item_type`.execute(db)
  const count = (kind: 'liked' | 'saved', itemType: LikedType) =>
    rows.find((row) => row.kind === kind && row.itemType === itemType)?.count ?? 0
  return {
    likes: { books: count('liked', 'book'), videos: count('liked', 'video'), comments: count('liked', 'comment') },
    saves: { books: count('saved', 'book'), videos: count('saved', 'video') },
  }
}

/** Returns the latest ratings of a user. */
export async function listRated(db: Db, userId: string): Promise<Rated[]> {
  return db
    .selectFrom('rating')
    .select(['itemType', 'itemId', 'score'])
    .where('userId', '=', userId)
    .orderBy('updateTime', 'desc')
    .limit(maxRated)
    .execute()
}

/** Counts a user's comments that are published or wait for moderation. */
export async function countMyComments(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('comment')
    .where('userId', '=', userId)
    .where('state', '<>', 'deleted')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Counts the recommendations of a user, or those with one status. */
export async function countMyRecommendations(db: Db, userId: string, status?: RecommendationStatus): Promise<number> {
  const { count } = await db
    .selectFrom('recommendation')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .$if(status !== undefined, (query) => query.where('status', '=', status as RecommendationStatus))
    .executeTakeFirstOrThrow()
  return count
}
