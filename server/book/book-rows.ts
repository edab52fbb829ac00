import type { PairedRows } from '#server/editing/move-pairs.ts'
import type { MovedReferences } from '#server/editing/move-references.ts'

/** All that hangs on a book, of which each reader has one a book. */
export const pairedWithBooks: PairedRows[] = [
  { table: 'item_like', column: 'item_id', same: ['user_id', 'item_type'] },
  { table: 'item_save', column: 'item_id', same: ['user_id', 'item_type'] },
  { table: 'rating', column: 'item_id', same: ['user_id', 'item_type'], time: 'update_time' },
  { table: 'shelf', column: 'book_id', same: ['user_id'], time: 'update_time' },
  { table: 'reading_progress', column: 'book_id', same: ['user_id'], time: 'updated_at' },
  { table: 'route_book', column: 'book_id', same: ['route_id'] },
  { table: 'book_tag', column: 'book_id', same: ['tag_id'] },
  { table: 'book_place', column: 'book_id', same: ['place_id', 'kind'] },
]

/** All that hangs on a book by a key of its own. */
export const referencesToBooks: MovedReferences[] = [
  { table: 'recommendation', column: 'book_id', key: ['id'] },
  { table: 'book_file', column: 'book_id', key: ['id'] },
  { table: 'kosync_document', column: 'book_id', key: ['document'] },
  { table: 'annotation', column: 'book_id', key: ['user_id', 'id'] },
  { table: 'tour_stop', column: 'book_id', key: ['tour_id', 'position'] },
  { table: 'comment', column: 'item_id', key: ['id'] },
  { table: 'message', column: 'item_id', key: ['id'] },
  { table: 'redirect', column: 'target_id', key: ['noun', 'old_key'] },
]
