import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { typoForms } from '#server/engines/text/search-tokens.ts'

/**
 * Returns words of the search index that may be one or two edits away from a typed word, including the word itself:
 * those that share a form with a letter removed, and for longer words those that begin with the same three letters.
 */
export async function findWordsLike(db: Db, typed: string): Promise<string[]> {
  const start = typed.length >= minForStart ? typed.slice(0, 3) : undefined
  const { rows } = await sql<{ word: string }>`
    select word from search_word where variant = any(${typoForms(typed)})
    ${
      start === undefined
        ? sql``
        : sql`union select word from (
            select word from search_word where variant >= ${start} and variant < ${start + last} and variant = word
              and length(word) between ${typed.length - 2} and ${typed.length + 2} limit 400) near`
    }
    limit 500`.execute(db)
  return [...new Set(rows.map(({ word }) => word))]
}

const minForStart = 6
const last = '\u{10ffff}'
