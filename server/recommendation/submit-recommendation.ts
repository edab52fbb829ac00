import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { fail } from '#shared/api/failure.ts'
import type { FormerRecommendation, RecommendationPlace } from '#shared/api/book/recommendation-fields.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { Db } from '#server/db/schema.ts'
import { lockUntilCommit } from '#server/db/with-lock.ts'
import { isViolationOf } from '#server/db/violation.ts'
import { compactText } from '#server/search/text/fold-text.ts'
import { findTagIds } from '#server/tag/tag-queries.ts'
import { findRecommendation } from './recommendation-queries.ts'

/** What a reader tells. */
export interface Told {
  title: string
  authors: string[]
  isbn13: string | null
  reason: string
  tags: string[]
  places: RecommendationPlace[]
  link: string | null
  bookId: string | null
  /** The key of a picture that was accepted, or none. */
  cover: string | null
}

const maxPending = 20
const maxDaily = 30

/** Takes in a reader's recommendation, to wait for an editor. Returns its id. */
export async function createRecommendation(db: Db, userId: string, told: Told): Promise<string> {
  return inTransaction(db, async (db) => {
    await lockReader(db, userId)
    await demandRoom(db, userId)
    const id = newId()
    const values = { ...(await toColumns(db, told)), bookId: told.bookId }
    await orTwice(
      db
        .insertInto('recommendation')
        .values({ id, userId, status: 'pending', ...values })
        .execute(),
    )
    return id
  })
}

/**
 * Puts this in place of what a reader told before. What was rejected is kept beside it for the editor, and waits anew.
 * Returns the covers nobody needs any more.
 */
export async function updateRecommendation(db: Db, userId: string, id: string, told: Told): Promise<string[]> {
  return inTransaction(db, async (db) => {
    await lockReader(db, userId)
    const before = await lockOwn(db, userId, id)
    const isResubmission = before.status === 'rejected'
    if (isResubmission) await demandRoom(db, userId)
    const former = isResubmission ? await formerOf(db, id) : before.former
    const values = { ...(await toColumns(db, told)), bookId: told.bookId }
    const again = { former: JSON.stringify(former), submitTime: sql<Date>`now()`, reviewNote: '', reviewedBy: null }
    await orTwice(
      db
        .updateTable('recommendation')
        .set({ ...values, ...(isResubmission ? again : {}), status: 'pending', updateTime: sql`clock_timestamp()` })
        .where('id', '=', id)
        .execute(),
    )
    return [before.cover, before.former?.cover].filter(
      (key) => !!key && key !== told.cover && key !== former?.cover,
    ) as string[]
  })
}

/** Returns the covers nobody needs any more. */
export async function withdrawRecommendation(db: Db, userId: string, id: string): Promise<string[]> {
  return inTransaction(db, async (db) => {
    const { cover, former } = await lockOwn(db, userId, id)
    await db
      .updateTable('recommendation')
      .set({ status: 'withdrawn', cover: null, former: null, updateTime: sql`clock_timestamp()` })
      .where('id', '=', id)
      .execute()
    return [cover, former?.cover].filter((key) => !!key) as string[]
  })
}

/** One's own that may still be changed. That of another is as if there were none. */
async function lockOwn(db: Db, userId: string, id: string) {
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

/** Limits are counted by one at a time. */
async function lockReader(db: Db, userId: string) {
  await lockUntilCommit(db, `recommendation:${userId}`)
}

async function demandRoom(db: Db, userId: string) {
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

/** As it is kept: a book that is here is called as it is called here, and places as they are. */
async function toColumns(db: Db, { tags, places, bookId, ...told }: Told) {
  const tagIds = (await findTagIds(db, tags)) ?? refuse('tags', '有的标签已经不在了，请重新选')
  const named = bookId === null ? told : { ...told, ...(await findTitle(db, bookId)) }
  const folded = `${compactText(named.title)}/${compactText(named.authors[0] ?? '')}`
  return { ...named, folded, tagIds, places: JSON.stringify(await knownPlaces(db, places)) }
}

async function findTitle(db: Db, bookId: string) {
  const book = await db
    .selectFrom('book')
    .select(['title', 'authors', 'isbn13'])
    .where('id', '=', bookId)
    .executeTakeFirst()
  return book ?? fail('missing', '没有找到这本书，它可能已被合并或移走', { fields: { bookId: '没有这本书' } })
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
    const known = byId.get(place.placeId) ?? refuse('places', `「${place.name}」已经不在了，请重新选一处`)
    return { ...place, ...known }
  })
}

function refuse(field: string, message: string): never {
  return fail('invalid', message, { fields: { [field]: message } })
}

/** A book is recommended once by one reader, however fast he clicks. */
async function orTwice(write: Promise<unknown>) {
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
