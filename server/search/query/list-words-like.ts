import type { Db } from '#server/platform/db/schema.ts'
import { findWordsLike } from '#server/search/index/word-queries.ts'
import { maxEdits, wordDistance } from '#server/engines/text/edit-distance.ts'

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
