import { sql } from 'kysely'
import { maxCountedBooks } from '#shared/max-counted-books.ts'
import type { Db } from '#server/platform/db/schema.ts'

export type NameKind = 'person' | 'tag' | 'place' | 'tour'
/** Identifies a person by their id, and a tag, place or tour by its name. */
export type NameKey = { kind: 'person'; id: string } | { kind: 'tag' | 'place' | 'tour'; name: string }

/** A person, tag, place or tour that the search finds by its names. */
export interface Named {
  kind: NameKind
  id: string
  /** The main name of the person or place. */
  name: string
  /** Further names of a person or place, in the order that editors chose. */
  variants: string[]
  /**
   * The number of books of the person, tag or place, or the number of stops of the tour. The books of a person are
   * counted up to one more than `maxCountedBooks`.
   */
  weight: number
}

/**
 * Returns the people and tags that have books, the places that have books or were part of a person's life, and the
 * tours that have stops, sorted by kind and name. The numbers of books of tags and places are read as they are stored,
 * so a transaction that changes them must have updated them before.
 */
export async function listNamed(db: Db, keys: NameKey[]): Promise<Named[]> {
  const named = (kind: NameKind) => keys.flatMap((key) => (key.kind === kind && 'name' in key ? [key.name] : []))
  const personIds = keys.flatMap((key) => (key.kind === 'person' ? [key.id] : []))
  const most = sql.lit(maxCountedBooks + 1)
  const { rows } = await sql<Named>`
    select 'person' as kind, id, name,
      array(select person_name.name from person_name where person_id = person.id order by position, name) as variants, (
        select least(count(*), ${most}) from (
          (select distinct book_id from book_author where person_id = person.id limit ${most})
          union
          (
            select distinct book_id from edition_person join edition on edition.id = edition_id
            where person_id = person.id limit ${most}
          )
        ) book
      ) as weight
    from person where id = any(${personIds}::uuid[])
    union all
    select 'tag', id, name, '{}', count from tag where name = any(${named('tag')}::text[]) and merged_into is null
    union all
    select 'place', id, name,
      array(select place_name.name from place_name where place_id = place.id order by position, name),
      coalesce((select count_books from place_count where place_id = place.id), 0)
    from place where name = any(${named('place')}::text[]) and merged_into is null and (
      exists (select from book_place where place_id = place.id)
      or exists (select from person_place where place_id = place.id)
    )
    union all
    select 'tour', id, title, '{}', (select count(*) from tour_stop where tour_id = tour.id)
    from tour where title = any(${named('tour')}::text[])
    order by 1, 3`.execute(db)
  return rows.filter(({ kind, weight }) => weight > 0 || kind === 'place')
}
