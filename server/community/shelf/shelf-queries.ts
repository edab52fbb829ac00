import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { OnShelf, ShelfBook, ShelfState } from '#shared/api/book/shelf.ts'
import { CursorTime, decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { findItemHeads } from '#server/catalogue/item/item-queries.ts'

const shelfColumns = ['state', sql<string>`day::text`.as('day'), 'note'] as const
const hasText = sql<boolean>`exists (
  select from book_file where book_id = shelf.book_id and format = 'epub')`.as('hasText')
const fraction = sql<number | null>`(
  select fraction from reading_progress as progress
  where progress.user_id = shelf.user_id and progress.book_id = shelf.book_id)`.as('fraction')
const Position = z.tuple([z.enum(['want', 'reading', 'read']), CursorTime, z.uuid()])

export async function findShelfEntry(db: Db, userId: string, bookId: string): Promise<OnShelf | null> {
  const found = await db
    .selectFrom('shelf')
    .select(shelfColumns)
    .where('userId', '=', userId)
    .where('bookId', '=', bookId)
    .executeTakeFirst()
  return found ?? null
}

interface ShelfPageRequest {
  state: ShelfState
  cursor?: string | undefined
  limit: number
}

/**
 * Returns one page of the books of one state on a user's shelf, the latest change first, each with how far the user has
 * read its text, and the number of books per state.
 */
export async function listShelf(db: Db, userId: string, { state, cursor, limit }: ShelfPageRequest) {
  let query = db
    .selectFrom('shelf')
    .select([...shelfColumns, 'bookId', 'updateTime', hasText, fraction])
    .where('userId', '=', userId)
    .where('state', '=', state)
    .orderBy('updateTime', 'desc')
    .orderBy('bookId')
    .limit(limit + 1)
  if (cursor !== undefined) {
    const [cursorState, time, id] = decodeCursor(cursor, Position)
    query = query.where(
      sql<boolean>`${cursorState === state} and (update_time < ${time} or (update_time = ${time} and book_id > ${id}))`,
    )
  }
  const rows = await query.execute()
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  const heads = await findItemHeads(
    db,
    page.map(({ bookId }) => ({ itemType: 'book', itemId: bookId })),
  )
  const list = page.flatMap(({ bookId, updateTime, ...row }): ShelfBook[] => {
    const book = heads.get(bookId)
    return book ? [{ ...row, book }] : []
  })
  const counts = await countShelf(db, userId)
  const nextCursor = last ? encodeCursor([state, last.updateTime.toISOString(), last.bookId]) : null
  return { list, nextCursor, total: counts[state], counts }
}

async function countShelf(db: Db, userId: string): Promise<Record<ShelfState, number>> {
  const rows = await db
    .selectFrom('shelf')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .where('userId', '=', userId)
    .groupBy('state')
    .execute()
  return { want: 0, reading: 0, read: 0, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}
