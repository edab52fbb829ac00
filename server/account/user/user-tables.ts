/**
 * One table column that refers to a user: which data of the table the user may download, and how its rows are treated
 * when the account is deleted.
 */
interface UserDataTable {
  table: string
  /** The column that contains the id of the user. */
  column: string
  /**
   * SQL expressions of the columns that the user may download; `null` for tables that only protect the account or hold
   * data of other users.
   */
  exported: string | null
  /**
   * Treatment of the user's rows when the account is deleted. `delete` deletes all of them, `deleteWhere` those for
   * which its SQL condition is true. `retain` leaves them with the anonymised account. `withdraw` is for reactions such
   * as likes, which books and comments count; `withdrawReactions` deletes them and corrects the counts.
   */
  onDelete: 'delete' | { deleteWhere: string } | 'retain' | 'withdraw'
}

const item = `item_type, item_id, case item_type when 'book' then (select title from book where book.id = item_id)
  when 'video' then (select title from video where video.id = item_id) end as title`

/**
 * Every database column that refers to a user; a test checks that the list is complete. Account deletion processes the
 * tables in this order.
 */
export const userDataTables: UserDataTable[] = [
  {
    table: 'session',
    column: 'user_id',
    exported: 'user_agent, network, created_at, last_used_at',
    onDelete: 'delete',
  },
  { table: 'pending_login', column: 'user_id', exported: null, onDelete: 'delete' },
  { table: 'known_device', column: 'user_id', exported: 'device, last_used_at', onDelete: 'delete' },
  { table: 'known_address', column: 'user_id', exported: null, onDelete: 'delete' },
  { table: 'passkey', column: 'user_id', exported: 'name, is_synced, created_at, last_used_at', onDelete: 'delete' },
  { table: 'passkey_challenge', column: 'user_id', exported: null, onDelete: 'delete' },
  { table: 'totp', column: 'user_id', exported: 'confirmed_at', onDelete: 'delete' },
  { table: 'recovery_code', column: 'user_id', exported: null, onDelete: 'delete' },
  { table: 'kosync_account', column: 'user_id', exported: 'username, created_at, last_used_at', onDelete: 'delete' },
  {
    table: 'kosync_progress',
    column: 'user_id',
    exported: 'document, percentage, device, updated_at',
    onDelete: 'delete',
  },
  { table: 'library_import', column: 'editor_id', exported: 'name, create_time', onDelete: 'delete' },
  {
    table: 'comment',
    column: 'user_id',
    exported: `id, ${item}, content, state, likes, create_time`,
    onDelete: 'retain',
  },
  { table: 'item_like', column: 'user_id', exported: `${item}, create_time`, onDelete: 'withdraw' },
  { table: 'item_save', column: 'user_id', exported: `${item}, create_time`, onDelete: 'withdraw' },
  { table: 'rating', column: 'user_id', exported: `${item}, score, update_time`, onDelete: 'withdraw' },
  {
    table: 'shelf',
    column: 'user_id',
    exported: `book_id, (select title from book where book.id = book_id) as title, state, day::text as day, note, update_time`,
    onDelete: 'delete',
  },
  {
    table: 'reading_progress',
    column: 'user_id',
    exported: `book_id, (select title from book where book.id = book_id) as title, locator, fraction, device, updated_at`,
    onDelete: 'delete',
  },
  {
    table: 'annotation',
    column: 'user_id',
    exported: `book_id, (select title from book where book.id = book_id) as title, kind, color, quote, chapter, note, created_at, updated_at`,
    onDelete: 'delete',
  },
  {
    table: 'reading_time',
    column: 'user_id',
    exported: `day::text as day, book_id, (select title from book where book.id = book_id) as title, seconds, characters, updated_at`,
    onDelete: 'delete',
  },
  { table: 'reading_time_choice', column: 'user_id', exported: 'is_on', onDelete: 'delete' },
  {
    table: 'recommendation',
    column: 'user_id',
    exported: 'id, book_id, title, authors, reason, link, status, review_note, create_time, update_time',
    onDelete: { deleteWhere: `status <> 'approved'` },
  },
  { table: 'recommendation', column: 'reviewed_by', exported: null, onDelete: 'retain' },
  { table: 'recommendation', column: 'claimed_by', exported: null, onDelete: 'retain' },
  { table: 'message_actor', column: 'actor_id', exported: null, onDelete: 'delete' },
  { table: 'message_preference', column: 'user_id', exported: 'muted, digest', onDelete: 'delete' },
  { table: 'report', column: 'user_id', exported: 'comment_id, reason, outcome, create_time', onDelete: 'delete' },
  { table: 'message', column: 'user_id', exported: 'kind, excerpt, is_read, create_time', onDelete: 'delete' },
  { table: 'message', column: 'actor_id', exported: null, onDelete: 'retain' },
  // The table `merge_row` has copies of the rows, such as users' likes, that a merge of two books moved or deleted, so
  // that the merge can be undone. After the account was deleted, undoing a merge must not restore them.
  { table: 'merge_row', column: 'user_id', exported: null, onDelete: 'delete' },
  { table: 'audit', column: 'actor_id', exported: 'action, target_type, target_id, create_time', onDelete: 'retain' },
]
