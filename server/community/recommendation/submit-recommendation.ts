import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { fail } from '#shared/api/failure.ts'
import type { FormerRecommendation, RecommendationPlace } from '#shared/api/book/recommendation-fields.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { lockUntilCommit } from '#server/platform/db/with-lock.ts'
import { isViolationOf } from '#server/platform/db/violation.ts'
import { foldAuthors, titleOfWork } from '#server/catalogue/book/same-book.ts'
import { compactText } from '#server/engines/text/fold-text.ts'
import { ofMainEdition } from '#server/catalogue/edition/edition-queries.ts'
import { findTagIds } from '#server/catalogue/tag/tag-queries.ts'
import { findRecommendation } from './recommendation-queries.ts'

/** The fields of a recommendation that its author fills in. */
interface RecommendationFields {
  title: string
  authors: string[]
  isbn13: string | null
  reason: string
  tags: string[]
  places: RecommendationPlace[]
  link: string | null
  bookId: string | null
  /**
   * The storage key of the recommended book's cover picture; null if the author of the recommendation uploaded none.
   */
  cover: string | null
}

const maxPending = 20
const maxDaily = 30

/**
 * Creates a pending recommendation, in a transaction of its own. Returns its id. Throws `tooMany` beyond the limits of
 * a user, and `conflict` when the user has already recommended the book.
 */
export async function createRecommendation(db: Db, userId: string, fields: RecommendationFields): Promise<string> {
  return inTransaction(db, async (db) => {
    await lockUser(db, userId)
    await requireWithinLimits(db, userId)
    const id = newId()
    const values = { ...(await toColumns(db, fields)), bookId: fields.bookId }
    await withoutDuplicate(
      db
        .insertInto('recommendation')
        .values({ id, userId, status: 'pending', ...values })
        .execute(),
    )
    return id
  })
}

/**
 * Updates a pending or rejected recommendation, in a transaction of its own. A rejected recommendation is pending again
 * and retains its former version for the editor. Returns the storage keys of covers that are no longer in use.
 */
export async function updateRecommendation(
  db: Db,
  userId: string,
  id: string,
  fields: RecommendationFields,
): Promise<string[]> {
  return inTransaction(db, async (db) => {
    await lockUser(db, userId)
    const before = await lockUserRecommendation(db, userId, id)
    const isResubmitted = before.status === 'rejected'
    if (isResubmitted) await requireWithinLimits(db, userId)
    const former = isResubmitted ? await formerOf(db, id) : before.former
    const values = { ...(await toColumns(db, fields)), bookId: fields.bookId }
    const resubmission = {
      former: JSON.stringify(former),
      submitTime: sql<Date>`now()`,
      reviewNote: '',
      reviewedBy: null,
    }
    await withoutDuplicate(
      db
        .updateTable('recommendation')
        .set({
          ...values,
          ...(isResubmitted ? resubmission : {}),
          status: 'pending',
          updateTime: sql`clock_timestamp()`,
        })
        .where('id', '=', id)
        .execute(),
    )
    return [before.cover, before.former?.cover].filter(
      (key) => !!key && key !== fields.cover && key !== former?.cover,
    ) as string[]
  })
}

/**
 * Withdraws a recommendation, in a transaction of its own. Returns the storage keys of covers that are no longer in
 * use.
 */
export async function withdrawRecommendation(db: Db, userId: string, id: string): Promise<string[]> {
  return inTransaction(db, async (db) => {
    const { cover, former } = await lockUserRecommendation(db, userId, id)
    await db
      .updateTable('recommendation')
      .set({ status: 'withdrawn', cover: null, former: null, updateTime: sql`clock_timestamp()` })
      .where('id', '=', id)
      .execute()
    return [cover, former?.cover].filter((key) => !!key) as string[]
  })
}

/**
 * Locks one of the user's own recommendations, which must be pending or rejected. Throws `missing` if the
 * recommendation belongs to another user.
 */
async function lockUserRecommendation(db: Db, userId: string, id: string) {
  const row = await db
    .selectFrom('recommendation')
    .select(['status', 'cover', 'former'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) fail('missing', '没有这条推荐')
  if (row.status === 'approved') fail('conflict', '这条推荐已经通过，它在书页上，不能再改')
  if (row.status === 'withdrawn') fail('conflict', '这条推荐已经撤回，可以另写一条')
  return row
}

/**
 * Locks all recommendations of a user until the transaction ends. Concurrent submissions then wait for each other, so
 * none of them can exceed the limits.
 */
async function lockUser(db: Db, userId: string) {
  await lockUntilCommit(db, `recommendation:${userId}`)
}

async function requireWithinLimits(db: Db, userId: string) {
  const { rows } = await sql<{ pending: number; today: number }>`
    select count(*) filter (where status = 'pending') as pending,
      count(*) filter (where create_time > now() - interval '1 day') as today
    from recommendation where user_id = ${userId} and (status = 'pending' or create_time > now() - interval '1 day')`.execute(
    db,
  )
  const { pending = 0, today = 0 } = rows[0] ?? {}
  if (pending >= maxPending) fail('tooMany', `你有 ${pending} 条推荐还在等编辑看，等有了结果再推荐吧`)
  if (today >= maxDaily) fail('tooMany', `一天最多推荐 ${maxDaily} 本，明天再来吧`, { retryAfter: 24 * 3600 })
}

/**
 * Converts the submitted recommendation to database columns. If it names an existing book or place, the title, authors
 * and position come from that book or place instead of from the user.
 */
async function toColumns(db: Db, { tags, places, bookId, ...fields }: RecommendationFields) {
  const tagIds = (await findTagIds(db, tags)) ?? refuse('tags', '有的标签已经不在了，请重新选')
  const named = bookId === null ? fields : { ...fields, ...(await findTitle(db, bookId)) }
  const folded = `${compactText(titleOfWork(named.title))}/${foldAuthors(named.authors)[0] ?? ''}`
  return { ...named, folded, tagIds, places: JSON.stringify(await knownPlaces(db, places)) }
}

async function findTitle(db: Db, bookId: string) {
  const book = await db
    .selectFrom('book')
    .select(['title', 'authors'])
    .select(ofMainEdition('isbn13'))
    .where('id', '=', bookId)
    .executeTakeFirst()
  return book ?? fail('missing', '没有找到这本书，它可能已被合并或移除', { fields: { bookId: '没有这本书' } })
}

async function knownPlaces(db: Db, places: RecommendationPlace[]): Promise<RecommendationPlace[]> {
  const ids = places.flatMap(({ placeId }) => placeId ?? [])
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('place').select(['id', 'name', 'lng', 'lat']).where('id', 'in', ids).execute()
  const byId = new Map(rows.map(({ id, ...row }) => [id, row]))
  return places.map((place) => {
    if (place.placeId === null) return place
    const stored = byId.get(place.placeId) ?? refuse('places', `「${place.name}」已经不在了，请重新选一处`)
    return { ...place, ...stored }
  })
}

function refuse(field: string, message: string): never {
  return fail('invalid', message, { fields: { [field]: message } })
}

/**
 * Awaits a database write. Throws `conflict` if the write violates a unique index because the user has already
 * recommended the book.
 */
async function withoutDuplicate(write: Promise<unknown>) {
  try {
    await write
  } catch (error) {
    if (isViolationOf(error, 'recommendation_book_id_user_id_key')) fail('conflict', '你已经推荐过这本书了')
    if (
      isViolationOf(error, 'recommendation_user_id_folded_key') ||
      isViolationOf(error, 'recommendation_user_id_isbn13_key')
    )
      fail('conflict', '你推荐的这本书正在等编辑看，可以在「我的推荐」里改它')
    throw error
  }
}

async function formerOf(db: Db, id: string): Promise<FormerRecommendation | undefined> {
  const found = await findRecommendation(db, id)
  if (found === undefined) return undefined
  const { title, authors, isbn13, reason, tags, places, cover, link, reviewNote } = found
  return { title, authors, isbn13, reason, tags, places, cover, link, reviewNote }
}
