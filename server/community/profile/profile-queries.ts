import type { PublicProfile } from '#shared/api/account/profile.ts'
import { foldSpoilers } from '#server/community/comment/comment-excerpt.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { authorIds } from '#server/catalogue/edition/edition-queries.ts'

const limits = { shelf: 12, recommends: 20, comments: 10 }

/** Returns the public fields of a user; undefined when the user does not exist or the profile is private. */
export function findPublicUser(db: Db, id: string) {
  return db
    .selectFrom('user')
    .select(['id', 'name', 'avatarKey as profile', 'bio', 'createdAt'])
    .where('id', '=', id)
    .where('isPublic', '=', true)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

export async function listShelves(db: Db, userId: string): Promise<PublicProfile['shelves']> {
  const counts = await db
    .selectFrom('shelf')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .where('userId', '=', userId)
    .groupBy('state')
    .execute()
  const shelfOf = async (state: 'want' | 'reading' | 'read') => {
    const list = await db
      .selectFrom('shelf')
      .innerJoin('book', 'book.id', 'shelf.bookId')
      .select(['book.id', 'book.title', 'book.authors', 'book.cover', 'shelf.note'])
      .select(authorIds)
      .where('shelf.userId', '=', userId)
      .where('shelf.state', '=', state)
      .orderBy('shelf.updateTime', 'desc')
      .orderBy('shelf.bookId')
      .limit(limits.shelf)
      .execute()
    return { list, count: counts.find((row) => row.state === state)?.count ?? 0 }
  }
  const [want, reading, read] = await Promise.all([shelfOf('want'), shelfOf('reading'), shelfOf('read')])
  return { want, reading, read }
}

export async function listRecommendations(db: Db, userId: string): Promise<PublicProfile['recommends']> {
  const rows = await db
    .selectFrom('recommendation')
    .innerJoin('book', 'book.id', 'recommendation.bookId')
    .select(['recommendation.id', 'recommendation.reason', 'recommendation.createTime'])
    .select(['book.id as bookId', 'book.title', 'book.authors', 'book.cover'])
    .select(authorIds)
    .where('recommendation.userId', '=', userId)
    .where('recommendation.status', '=', 'approved')
    .orderBy('recommendation.createTime', 'desc')
    .orderBy('recommendation.id', 'desc')
    .limit(limits.recommends)
    .execute()
  return rows.map(({ id, reason, createTime, bookId, title, authors, authorIds, cover }) => ({
    id,
    reason,
    createTime: createTime.toISOString(),
    book: { id: bookId, title, authors, authorIds, cover },
  }))
}

/**
 * Returns the user's latest comments on books; comments on videos are left out, because a site may have its videos
 * switched off.
 */
export async function listRecentComments(db: Db, userId: string): Promise<PublicProfile['comments']> {
  const rows = await db
    .selectFrom('comment')
    .innerJoin('book', 'book.id', 'comment.itemId')
    .select(['comment.id', 'comment.content', 'comment.createTime'])
    .select(['book.id as bookId', 'book.title', 'book.authors', 'book.cover'])
    .select(authorIds)
    .where('comment.userId', '=', userId)
    .where('comment.itemType', '=', 'book')
    .where('comment.state', '=', 'published')
    .orderBy('comment.createTime', 'desc')
    .orderBy('comment.id', 'desc')
    .limit(limits.comments)
    .execute()
  return rows.map(({ id, content, createTime, bookId, title, authors, authorIds, cover }) => ({
    id,
    content: foldSpoilers(content),
    createTime: createTime.toISOString(),
    book: { id: bookId, title, authors, authorIds, cover },
  }))
}

export async function isShown(db: Db, userId: string): Promise<boolean> {
  const { isPublic } = await db.selectFrom('user').select('isPublic').where('id', '=', userId).executeTakeFirstOrThrow()
  return isPublic
}
