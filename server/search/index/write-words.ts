import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { typoForms } from '#server/engines/text/search-tokens.ts'

/**
 * Stores the Latin words of indexed books, from which typos in queries are corrected. The words of deleted books are
 * not removed, because they are few.
 */
export async function writeWords(db: Db, words: string[]) {
  const rows = [...new Set(words)].flatMap((word) => typoForms(word).map((variant) => ({ variant, word })))
  if (rows.length === 0) return
  await sql`insert into search_word (variant, word)
    select * from unnest(${rows.map((row) => row.variant)}::text[], ${rows.map((row) => row.word)}::text[]) as one(variant, word)
    order by variant, word on conflict do nothing`.execute(db)
}
