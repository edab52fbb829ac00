import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * The smallest number of books whose tokens are added to the token index all at once. PostgreSQL sorts them first, and
 * needs a third of the time that it takes to add the tokens of one book after the other.
 */
const fewestBooks = 400

/**
 * Runs `write`, which adds entries for `countBooks` books to `search_book`. For many books, PostgreSQL first collects
 * their tokens in a list beside the index and adds the whole list in the end. Must run in a transaction that has locked
 * the search index, because it changes a setting of the token index, which only one transaction at a time can do.
 */
export async function collectTokens(db: Db, countBooks: number, write: () => Promise<void>) {
  if (countBooks < fewestBooks) return write()
  // New entries are always written to tier 0, the partition `search_book_first` for popular books, so only the index of
  // this partition needs the setting.
  const { rows: indexes } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index
    join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where indrelid = 'search_book_first'::regclass and amname = 'gin'`.execute(db)
  for (const { name } of indexes)
    await sql`alter index ${sql.raw(name)} set (fastupdate = on, gin_pending_list_limit = ${sql.lit(mostKilobytes)})`.execute(
      db,
    )
  await write()
  for (const { name } of indexes) {
    await sql`alter index ${sql.raw(name)} set (fastupdate = off)`.execute(db)
    await sql`alter index ${sql.raw(name)} reset (gin_pending_list_limit)`.execute(db)
    await sql`select gin_clean_pending_list(${name}::regclass)`.execute(db)
  }
}

/**
 * The largest size of the list, in kB (`gin_pending_list_limit`). It is so large that PostgreSQL does not add the list
 * to the index before all books are written; a book has about 6 kB of tokens.
 */
const mostKilobytes = 1_000_000
