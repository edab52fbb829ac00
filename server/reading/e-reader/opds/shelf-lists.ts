import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { ShelfState } from '#shared/api/book/shelf.ts'
import { CursorTime, decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { type OpdsLink, type OpdsList, type OpdsPath, perPage } from './opds-list.ts'
import { listOpdsBooks } from './opds-queries.ts'

/** The link from the root of the OPDS catalogue to the list of shelves, for which a user must log in. */
export const shelvesLink: OpdsLink = {
  path: '/shelf',
  title: '我的书架',
  remark: '想读、在读和读过的书，用阅读器密钥登录。',
  kind: 'navigation',
}

const shelfNames: Record<ShelfState, string> = { want: '想读', reading: '在读', read: '读过' }
const shelfStates: ShelfState[] = ['reading', 'want', 'read']
const Position = z.tuple([z.enum(['want', 'reading', 'read']), CursorTime, z.uuid()])

function shelfPath(state: ShelfState, cursor?: string): OpdsPath {
  return cursor === undefined ? `/shelf/${state}` : `/shelf/${state}?${new URLSearchParams({ cursor })}`
}

/** Returns the OPDS list of a user's shelves. */
export async function shelvesList(db: Db, userId: string): Promise<OpdsList> {
  const { updated, shelves } = await surveyShelves(db, userId)
  return {
    path: '/shelf',
    firstPath: '/shelf',
    title: '我的书架',
    updated,
    up: '',
    navigation: shelfStates.map((state) => ({
      path: shelfPath(state),
      title: shelfNames[state],
      remark: describeCounts(shelves[state]),
      count: shelves[state].withText,
      kind: 'acquisition',
    })),
  }
}

/**
 * Returns one page of the OPDS list of one shelf of a user, the latest change first. OPDS 1.2 and 2.0 permit no book
 * without a link that acquires it, so the list has only books with a text; its subtitle counts the others.
 */
export async function shelfList(
  db: Db,
  userId: string,
  { state, cursor }: { state: ShelfState; cursor?: string | undefined },
): Promise<OpdsList> {
  let query = db
    .selectFrom('shelf')
    .select(['bookId', 'updateTime'])
    .where('userId', '=', userId)
    .where('state', '=', state)
    .where(bookHasText)
    .orderBy('updateTime', 'desc')
    .orderBy('bookId')
    .limit(perPage + 1)
  if (cursor !== undefined) {
    const [cursorState, time, id] = decodeCursor(cursor, Position)
    query = query.where(
      sql<boolean>`${cursorState === state} and (update_time < ${time} or (update_time = ${time} and book_id > ${id}))`,
    )
  }
  const [rows, { updated, shelves }] = await Promise.all([query.execute(), surveyShelves(db, userId)])
  const page = rows.slice(0, perPage)
  const last = rows.length > perPage ? page.at(-1) : undefined
  return {
    path: shelfPath(state, cursor),
    firstPath: shelfPath(state),
    title: `我的书架 · ${shelfNames[state]}`,
    subtitle: describeCounts(shelves[state]),
    updated,
    up: '/shelf',
    books: await listOpdsBooks(
      db,
      page.map(({ bookId }) => bookId),
    ),
    total: shelves[state].withText,
    perPage,
    ...(last && { nextPath: shelfPath(state, encodeCursor([state, last.updateTime.toISOString(), last.bookId])) }),
  }
}

interface ShelfCounts {
  total: number
  withText: number
}

/** Returns the number of books on each shelf of a user, and the time of the latest change. */
async function surveyShelves(db: Db, userId: string) {
  const rows = await db
    .selectFrom('shelf')
    .select((eb) => [
      'state',
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere(bookHasText).as('withText'),
      eb.fn.max('updateTime').as('latest'),
    ])
    .where('userId', '=', userId)
    .groupBy('state')
    .execute()
  const none: ShelfCounts = { total: 0, withText: 0 }
  const shelves: Record<ShelfState, ShelfCounts> = { want: none, reading: none, read: none }
  for (const { state, total, withText } of rows) shelves[state] = { total, withText }
  return { shelves, updated: new Date(Math.max(0, ...rows.map(({ latest }) => latest.getTime()))) }
}

/** The SQL condition that the book of a shelf entry has a text that can be read here. */
const bookHasText = sql<boolean>`exists (select from book_file where book_file.book_id = shelf.book_id)`

function describeCounts({ total, withText }: ShelfCounts): string {
  if (total === 0) return '还没有书，在网站的书页上就能放上来。'
  const others = total - withText
  return others === 0 ? `${total} 本。` : `${withText} 本可以下载；另有 ${others} 本这里没有全文，在网站的书架上看。`
}
