import { type RawBuilder, sql } from 'kysely'
import { escapeLike } from './like-pattern.ts'

/**
 * Returns an SQL condition: the text, which must have an index of `pieces_of(text)`, contains the part, in upper or
 * lower case. `pieces_of` returns the pieces of one to three characters of a text. The index finds the texts that have
 * all pieces of the part; only these texts are then compared with the part itself.
 */
export function containsText(text: RawBuilder<unknown>, part: string): RawBuilder<boolean> {
  return sql<boolean>`(pieces_of(${text}) @> pieces_of(${part}, least(3, char_length(lower(${part}))))
    and ${text} ilike ${`%${escapeLike(part)}%`})`
}
