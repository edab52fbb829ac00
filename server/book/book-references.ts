import { sql } from 'kysely'
import type { EditedBook } from '#shared/api/book/book-admin.ts'
import type { Db } from '#server/db/schema.ts'
import type { PairedRows } from '#server/editing/move-pairs.ts'
import type { MovedReferences } from '#server/editing/move-references.ts'

/**
 * One column of the database that refers to a book, and what happens to its rows when the book is merged or removed.
 */
interface BookReference {
  table: string
  /** The column; `item_id` and `target_id` may also refer to other things than books. */
  column: 'book_id' | 'item_id' | 'target_id'
  /**
   * How a merge treats the rows of the losing book.
   * `onePer`: a book has at most one row per value of these columns; of two such rows the winner's stays, or the later
   * by `time`.
   * `key`: all rows, which these columns identify, are moved to the winner.
   * `derived`: the rows are computed from the book, so the refresh that follows replaces them.
   * `stay`: the rows are left as they are.
   */
  onMerge: { onePer: string[]; time?: string } | { key: string[] } | 'derived' | 'stay'
  /**
   * How the removal of the book treats its rows.
   * `blocks`: the book cannot be removed while it has such rows; this is their name on the admin pages.
   * `deleted`: the rows are deleted with the book. `stay`: the rows are left as they are.
   */
  onRemove: { blocks: string } | 'deleted' | 'stay'
}

const perUser = ['user_id', 'item_type']

/**
 * Every column that refers to a book. A test compares the list with the database. The admin pages name the references
 * that block a removal in this order.
 */
export const bookReferences: BookReference[] = [
  { table: 'comment', column: 'item_id', onMerge: { key: ['id'] }, onRemove: { blocks: '评论' } },
  { table: 'item_like', column: 'item_id', onMerge: { onePer: perUser }, onRemove: { blocks: '喜欢' } },
  { table: 'item_save', column: 'item_id', onMerge: { onePer: perUser }, onRemove: { blocks: '收藏' } },
  {
    table: 'rating',
    column: 'item_id',
    onMerge: { onePer: perUser, time: 'update_time' },
    onRemove: { blocks: '评分' },
  },
  {
    table: 'shelf',
    column: 'book_id',
    onMerge: { onePer: ['user_id'], time: 'update_time' },
    onRemove: { blocks: '读者的书架' },
  },
  { table: 'recommendation', column: 'book_id', onMerge: { key: ['id'] }, onRemove: { blocks: '推荐' } },
  { table: 'book_file', column: 'book_id', onMerge: { key: ['id'] }, onRemove: { blocks: '正文' } },
  {
    table: 'reading_progress',
    column: 'book_id',
    onMerge: { onePer: ['user_id'], time: 'updated_at' },
    onRemove: { blocks: '阅读进度' },
  },
  { table: 'annotation', column: 'book_id', onMerge: { key: ['user_id', 'id'] }, onRemove: { blocks: '书签和批注' } },
  { table: 'tour_stop', column: 'book_id', onMerge: { key: ['tour_id', 'position'] }, onRemove: { blocks: '漫游' } },
  { table: 'route_book', column: 'book_id', onMerge: { onePer: ['route_id'] }, onRemove: { blocks: '路线' } },
  { table: 'book_tag', column: 'book_id', onMerge: { onePer: ['tag_id'] }, onRemove: 'deleted' },
  { table: 'book_place', column: 'book_id', onMerge: { onePer: ['place_id', 'kind'] }, onRemove: 'deleted' },
  { table: 'kosync_document', column: 'book_id', onMerge: { key: ['document'] }, onRemove: 'deleted' },
  { table: 'message', column: 'item_id', onMerge: { key: ['id'] }, onRemove: 'stay' },
  { table: 'redirect', column: 'target_id', onMerge: { key: ['noun', 'old_key'] }, onRemove: 'stay' },
  { table: 'mark', column: 'item_id', onMerge: 'derived', onRemove: 'deleted' },
  { table: 'search_book', column: 'book_id', onMerge: 'derived', onRemove: 'deleted' },
  // The views of the last half hour; a job deletes older rows.
  { table: 'recent_view', column: 'item_id', onMerge: 'stay', onRemove: 'stay' },
  { table: 'audit', column: 'target_id', onMerge: 'stay', onRemove: 'stay' },
]

/** Rows of which each book has at most one per user, tag, place or route, as a merge and its undo move them. */
export const pairedWithBooks: PairedRows[] = bookReferences.flatMap(({ table, column, onMerge }) =>
  typeof onMerge === 'object' && 'onePer' in onMerge
    ? { table, column, same: onMerge.onePer, ...(onMerge.time && { time: onMerge.time }) }
    : [],
)

/** Rows with a key of their own, as a merge and its undo move them. */
export const movedWithBooks: MovedReferences[] = bookReferences.flatMap(({ table, column, onMerge }) =>
  typeof onMerge === 'object' && 'key' in onMerge ? { table, column, key: onMerge.key } : [],
)

/** Counts the rows that block the removal of a book; references without rows are left out. */
export async function countBlockingRows(db: Db, bookId: string): Promise<EditedBook['userContent']> {
  const counts = bookReferences.flatMap(({ table, column, onRemove }) => {
    if (typeof onRemove !== 'object') return []
    const isBook = column === 'item_id' ? sql`item_type = 'book'` : sql`true`
    return sql`(${onRemove.blocks}::text,
      (select count(*) from ${sql.table(table)} where ${sql.ref(column)} = ${bookId} and ${isBook}))`
  })
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count from (values ${sql.join(counts)}) as reference(kind, count) where count > 0`.execute(db)
  return rows
}
