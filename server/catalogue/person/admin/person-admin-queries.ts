import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { PersonOption } from '#shared/api/person/person-admin.ts'
import { isId } from '#shared/id.ts'
import { containsText } from '#server/platform/db/contains-text.ts'
import { countRows } from '#server/platform/db/count-rows.ts'
import { CursorName, decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import { escapeLike } from '#server/platform/db/like-pattern.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { maxCountedBooks } from '#shared/max-counted-books.ts'
import { lifeYear } from '#server/catalogue/person/person-rows.ts'

interface Request {
  query: string
  limit: number
  cursor?: string | undefined
}

/** Returns one page of the people with a name or id that matches an editor's search, sorted by name. */
export async function listPersonAdminRows(db: Db, { query, limit, cursor }: Request) {
  const after = cursor === undefined ? null : decodeCursor(cursor, z.tuple([CursorName, z.uuid()]))
  const isAfter = after === null ? sql`true` : sql`(name collate "C", id) > (${after[0]}, ${after[1]})`
  const people = await listPersonOptions(
    db,
    sql`select id, row_number() over () as place from (
      select id from person where ${matches(query)} and ${isAfter} order by name collate "C", id limit ${limit + 1}
    ) ordered`,
  )
  const list = people.slice(0, limit)
  const last = people.length > limit ? list.at(-1) : undefined
  return { list, nextCursor: last ? encodeCursor([last.name, last.id]) : null }
}

export function countPersonAdminRows(db: Db, query: string): Promise<number> {
  return countRows(db, sql`select from person where ${matches(query)}`)
}

function matches(query: string) {
  if (isId(query)) return sql`id = ${query}`
  return query === '' ? sql`true` : sql`id in (select id from (${peopleNamed(query)}) named)`
}

/**
 * Returns an SQL query for the ids and matching names of people with a name that contains a text. The number of rows is
 * limited, so some of the matching people may be missing.
 */
function peopleNamed(part: string) {
  const most = sql.lit(maxCountedBooks + 1)
  return sql`(select id, name from person where ${containsText(sql.ref('name'), part)} limit ${most})
    union all (select person_id, name from person_name where ${containsText(sql.ref('name'), part)} limit ${most})`
}

const maxFound = 8
/**
 * The largest number of matching people whose books are counted to find the people with most books, which bounds the
 * time of a search.
 */
const maxCompared = 200

/** Returns at most eight people with a name that contains the query: exact names, then beginnings, then the others. */
export async function findPersonOptions(db: Db, query: string): Promise<PersonOption[]> {
  const start = `${escapeLike(query)}%`
  return listPersonOptions(
    db,
    sql`select id, row_number() over (order by rank, ${countBooks} desc, id) as place from (
      select id, min(case when lower(named.name) = lower(${query}) then 0 when named.name ilike ${start} then 1 else 2 end) as rank
      from (${peopleNamed(query)}) named group by id order by rank, id limit ${maxCompared}
    ) person order by place limit ${maxFound}`,
  )
}

/**
 * An SQL expression for the number of books that name a person, in a query in which `person` has an id. Counts at most
 * `maxCountedBooks` + 1 of the books that they wrote, and as many of the others.
 */
const countBooks = sql<number>`(select count(*) from (
  (select book_id from book_author where person_id = person.id limit ${sql.lit(maxCountedBooks + 1)})
  union (
    select book_id from edition_person join edition on edition.id = edition_id where person_id = person.id
    limit ${sql.lit(maxCountedBooks + 1)}
  )
) named_by)`

type OptionRow = Pick<PersonOption, 'id' | 'name' | 'names' | 'countBooks'> & {
  bornYear: number | null
  bornCirca: boolean
  diedYear: number | null
  diedCirca: boolean
}

/**
 * Returns the people whom the SQL query `chosen` selects. The query returns the `id` of each person, and as `place` the
 * position of the person in the result.
 */
export async function listPersonOptions(db: Db, chosen: RawBuilder<unknown>): Promise<PersonOption[]> {
  const { rows } = await sql<OptionRow>`
    select person.id, person.name, born_year, born_circa, died_year, died_circa, ${countBooks} as count_books,
      array(select name from person_name where person_id = person.id order by position, name limit 6) as names
    from (${chosen}) chosen join person using (id) order by chosen.place`.execute(db)
  return rows.map(({ bornYear, bornCirca, diedYear, diedCirca, ...row }) => ({
    ...row,
    born: lifeYear(bornYear, bornCirca),
    died: lifeYear(diedYear, diedCirca),
  }))
}
