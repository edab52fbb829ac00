import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { maxEdits, wordDistance } from '#server/engines/text/edit-distance.ts'
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

const maxWords = 12

/**
 * Returns the words of the search index that a typed Latin word may be misspelled from, the most similar first, with
 * the word itself if it is in the index. Words of fewer than four letters have no similar words.
 */
export async function listWordsLike(db: Db, typed: string): Promise<string[]> {
  const edits = maxEdits(typed)
  if (edits === 0 || !/^\p{L}+$/u.test(typed)) return []
  return (await findWordsLike(db, typed))
    .flatMap((word) => {
      const distance = wordDistance(word, typed, edits)
      return distance === undefined ? [] : [{ word, distance: distance + Math.abs(word.length - typed.length) / 10 }]
    })
    .sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1))
    .slice(0, maxWords)
    .map(({ word }) => word)
}

/**
 * Returns words of the search index that may be one or two edits away from a typed word, including the word itself:
 * those that share a form with a letter removed, and for longer words those that begin with the same three letters.
 */
async function findWordsLike(db: Db, typed: string): Promise<string[]> {
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
