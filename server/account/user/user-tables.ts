/** What the site keeps of a user in one table, and what becomes of it when he leaves. */
export interface UserDataTable {
  table: string
  /** The column that names the user. */
  column: string
  /** What he may take along, in SQL; `null` for what only guards the account or is others’ to know. */
  shown: string | null
  /**
   * His rows go, all or those of which this is true; or they stay, under the name the account is left with; or items count
   * them, and `withdrawReactions` takes them back.
   */
  leaving: 'gone' | { goneWhere: string } | 'kept' | 'counted'
}

const item = `item_type, item_id, case item_type when 'book' then (select title from book where book.id = item_id)
  when 'video' then (select title from video where video.id = item_id) end as title`

/** Every column that names a user; a test holds that none is forgotten. Rows go in this order. */
export const userDataTables: UserDataTable[] = [
  { table: 'session', column: 'user_id', shown: 'user_agent, network, created_at, last_used_at', leaving: 'gone' },
  { table: 'pending_login', column: 'user_id', shown: null, leaving: 'gone' },
  { table: 'known_address', column: 'user_id', shown: null, leaving: 'gone' },
  { table: 'passkey', column: 'user_id', shown: 'name, is_synced, created_at, last_used_at', leaving: 'gone' },
  { table: 'passkey_challenge', column: 'user_id', shown: null, leaving: 'gone' },
  { table: 'totp', column: 'user_id', shown: 'confirmed_at', leaving: 'gone' },
  { table: 'recovery_code', column: 'user_id', shown: null, leaving: 'gone' },
  { table: 'kosync_account', column: 'user_id', shown: 'username, created_at, last_used_at', leaving: 'gone' },
  { table: 'kosync_progress', column: 'user_id', shown: 'document, percentage, device, updated_at', leaving: 'gone' },
  { table: 'library_import', column: 'editor_id', shown: 'name, create_time', leaving: 'gone' },
  { table: 'comment', column: 'user_id', shown: `id, ${item}, content, state, likes, create_time`, leaving: 'kept' },
  { table: 'item_like', column: 'user_id', shown: `${item}, create_time`, leaving: 'counted' },
  { table: 'item_save', column: 'user_id', shown: `${item}, create_time`, leaving: 'counted' },
  { table: 'rating', column: 'user_id', shown: `${item}, score, update_time`, leaving: 'counted' },
  {
    table: 'shelf',
    column: 'user_id',
    shown: `book_id, (select title from book where book.id = book_id) as title, state, day::text as day, note, update_time`,
    leaving: 'gone',
  },
  {
    table: 'reading_progress',
    column: 'user_id',
    shown: `book_id, (select title from book where book.id = book_id) as title, locator, fraction, device, updated_at`,
    leaving: 'gone',
  },
  {
    table: 'annotation',
    column: 'user_id',
    shown: `book_id, (select title from book where book.id = book_id) as title, kind, color, quote, chapter, note, created_at, updated_at`,
    leaving: 'gone',
  },
  {
    table: 'recommendation',
    column: 'user_id',
    shown: 'id, book_id, title, authors, reason, link, status, review_note, create_time, update_time',
    leaving: { goneWhere: `status <> 'approved'` },
  },
  { table: 'recommendation', column: 'reviewed_by', shown: null, leaving: 'kept' },
  { table: 'recommendation', column: 'claimed_by', shown: null, leaving: 'kept' },
  { table: 'message_actor', column: 'actor_id', shown: null, leaving: 'gone' },
  { table: 'message_preference', column: 'user_id', shown: 'muted, digest', leaving: 'gone' },
  { table: 'report', column: 'user_id', shown: 'comment_id, reason, outcome, create_time', leaving: 'gone' },
  { table: 'message', column: 'user_id', shown: 'kind, excerpt, is_read, create_time', leaving: 'gone' },
  { table: 'message', column: 'actor_id', shown: null, leaving: 'kept' },
  // What a merge moved or dropped, kept to undo it.
  { table: 'merge_row', column: 'user_id', shown: null, leaving: 'gone' },
  { table: 'audit', column: 'actor_id', shown: 'action, target_type, target_id, create_time', leaving: 'kept' },
]
