import { sql } from 'kysely'
import type { EditedBook } from '#shared/api/book/book-admin.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { PairedRows } from '#server/catalogue/editing/move-pairs.ts'
import type { MovedReferences } from '#server/catalogue/editing/move-references.ts'

/**
 * One database column that refers to a book, and what happens to the rows that refer to a book when it is merged or
 * removed.
 */
interface BookReference {
  table: string
  /** Name of the column. `item_id` may also hold the id of a video, and `target_id` that of another object. */
  column: 'book_id' | 'item_id' | 'target_id' | 'from_book_id' | 'to_book_id'
  /**
   * How a merge of two books treats the rows that refer to the loser (the book that disappears).
   *
   * `onePer`: a book has at most one row per value of these columns. If both books have one, the winner's row stays, or
   * the later one by the column `time`.
   *
   * `key`: all rows move to the winner (the surviving book); these columns identify a row.
   *
   * `relation`: the rows refer to two books; `moveRelations` moves them to the winner.
   *
   * `derived`: the rows are computed from the book, so they are computed again after the merge.
   *
   * `stay`: the rows are left as they are.
   */
  onMerge: { onePer: string[]; time?: string } | { key: string[] } | 'relation' | 'derived' | 'stay'
  /**
   * How removing a book treats the rows that refer to it.
   *
   * `blocks`: the book cannot be removed while it has such rows; the text names them on the admin pages.
   *
   * `deleted`: the rows are deleted with the book. `stay`: the rows are left as they are.
   */
  onRemove: { blocks: string } | 'deleted' | 'stay'
}

const perUser = ['user_id', 'item_type']

/**
 * Every database column that refers to a book; a test checks that the list is complete. The admin pages name the rows
 * that prevent the removal of a book in this order.
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
  {
    table: 'reading_time',
    column: 'book_id',
    onMerge: { onePer: ['user_id', 'day', 'counter_id'], time: 'updated_at' },
    onRemove: { blocks: '读书时间' },
  },
  { table: 'annotation', column: 'book_id', onMerge: { key: ['user_id', 'id'] }, onRemove: { blocks: '书签和批注' } },
  { table: 'tour_stop', column: 'book_id', onMerge: { key: ['tour_id', 'position'] }, onRemove: { blocks: '漫游' } },
  { table: 'route_book', column: 'book_id', onMerge: { onePer: ['route_id'] }, onRemove: { blocks: '路线' } },
  { table: 'book_of_day', column: 'book_id', onMerge: { key: ['day'] }, onRemove: 'deleted' },
  { table: 'book_tag', column: 'book_id', onMerge: { onePer: ['tag_id'] }, onRemove: 'deleted' },
  { table: 'book_place', column: 'book_id', onMerge: { onePer: ['place_id', 'kind'] }, onRemove: 'deleted' },
  { table: 'edition', column: 'book_id', onMerge: { key: ['id'] }, onRemove: 'deleted' },
  { table: 'book_relation', column: 'from_book_id', onMerge: 'relation', onRemove: 'deleted' },
  { table: 'book_relation', column: 'to_book_id', onMerge: 'relation', onRemove: 'deleted' },
  { table: 'kosync_document', column: 'book_id', onMerge: { key: ['document'] }, onRemove: 'deleted' },
  { table: 'message', column: 'item_id', onMerge: { key: ['id'] }, onRemove: 'stay' },
  { table: 'redirect', column: 'target_id', onMerge: { key: ['noun', 'old_key'] }, onRemove: 'stay' },
  { table: 'book_author', column: 'book_id', onMerge: 'derived', onRemove: 'deleted' },
  { table: 'mark', column: 'item_id', onMerge: 'derived', onRemove: 'deleted' },
  { table: 'search_book', column: 'book_id', onMerge: 'derived', onRemove: 'deleted' },
  // The table `recent_view` has the page views of the last half hour only, and a job deletes older rows, so its rows
  // may be left as they are.
  { table: 'recent_view', column: 'item_id', onMerge: 'stay', onRemove: 'stay' },
  { table: 'audit', column: 'target_id', onMerge: 'stay', onRemove: 'stay' },
]

/**
 * Tables in which a book has at most one row per user, tag, place or route, in the form that merging books and undoing
 * a merge need.
 */
export const pairedWithBooks: PairedRows[] = bookReferences.flatMap(({ table, column, onMerge }) =>
  typeof onMerge === 'object' && 'onePer' in onMerge
    ? { table, column, same: onMerge.onePer, ...(onMerge.time && { time: onMerge.time }) }
    : [],
)

/** Tables whose rows all move to the surviving book, in the form that merging books and undoing a merge need. */
export const movedWithBooks: MovedReferences[] = bookReferences.flatMap(({ table, column, onMerge }) =>
  typeof onMerge === 'object' && 'key' in onMerge ? { table, column, key: onMerge.key } : [],
)

/**
 * Counts the rows that prevent the removal of a book, such as its comments, by kind; kinds without rows are left out.
 */
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
