import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { PersonOfPlace, PlacePage, PlacePeopleKind } from '#shared/api/place/place-page.ts'
import { maxCountedBooks } from '#shared/max-counted-books.ts'
import { decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** Number of people whom the page of a place names for each relation to the place. */
const peopleOnPage = 48

/** The year of birth that stands for an unknown one when people are sorted, so that these people come last. */
const unknownYear = 9999

interface PeopleRequest {
  id: string
  kind: PlacePeopleKind
  cursor?: string | undefined
  limit: number
}

/**
 * Returns a page of the people who were born, lived or died at a place, by their year of birth, and the number of all,
 * which is counted up to one more than `maxCountedBooks`.
 */
export async function listPeopleOfPlace(db: Db, { id, kind, cursor, limit }: PeopleRequest) {
  const after = cursor === undefined ? null : decodeCursor(cursor, z.tuple([z.int32(), z.uuid()]))
  const year = sql`coalesce(born_year, ${sql.lit(unknownYear)})`
  const isAfter = after === null ? sql`true` : sql`(${year}, id) > (${after[0]}::integer, ${after[1]}::uuid)`
  const ofPlace = sql`select person_id from person_place where place_id = ${id} and person_place.kind = ${kind}`
  const { rows } = await sql<PersonOfPlace>`
    select id, name, ${lifeYear('born')} as born, ${lifeYear('died')} as died from person
    where id in (${ofPlace}) and ${isAfter} order by ${year}, id limit ${limit + 1}`.execute(db)
  const list = rows.slice(0, limit)
  const last = rows.length > limit ? list.at(-1) : undefined
  const isWhole = last === undefined && cursor === undefined
  return {
    list,
    nextCursor: last ? encodeCursor([last.born?.year ?? unknownYear, last.id]) : null,
    total: isWhole ? list.length : await countPeople(db, ofPlace),
  }
}

async function countPeople(db: Db, ofPlace: RawBuilder<unknown>): Promise<number> {
  const most = sql.lit(maxCountedBooks + 1)
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select distinct person_id from (${ofPlace}) stay limit ${most}) counted`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

/** For each relation to a place (born, lived or died there), returns the first people and the number of all people. */
export async function listFirstPeople(db: Db, id: string): Promise<Pick<PlacePage, 'people' | 'countPeople'>> {
  const first = (kind: PlacePeopleKind) => listPeopleOfPlace(db, { id, kind, limit: peopleOnPage })
  const [born, lived, died] = await Promise.all([first('born'), first('lived'), first('died')])
  return {
    people: { born: born.list, lived: lived.list, died: died.list },
    countPeople: { born: born.total, lived: lived.total, died: died.total },
  }
}

/** Returns an SQL expression for the year of birth or death as the API gives it; null if the year is unknown. */
function lifeYear(event: 'born' | 'died') {
  const [year, circa] = [sql.ref(`${event}Year`), sql.ref(`${event}Circa`)]
  return sql`case when ${year} is not null then jsonb_build_object('year', ${year}, 'circa', ${circa}) end`
}
