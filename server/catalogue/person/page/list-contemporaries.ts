import { sql } from 'kysely'
import type { Contemporary } from '#shared/api/person/person.ts'
import type { Db } from '#server/platform/db/schema.ts'

type Row = Omit<Contemporary, 'place'> & { placeId: string; placeName: string }

/**
 * The largest number of people per place who are compared, so that a capital with very many people does not take long.
 */
const maxPerPlace = 500
const maxContemporaries = 24

/**
 * Returns people who lived in the same place in the same years as a person (同时同地), those with the longest common time
 * first, at most 24. If only one year of a stay is known, the stay counts for that year alone.
 */
export async function listContemporaries(db: Db, personId: string): Promise<Contemporary[]> {
  const { rows } = await sql<Row>`
    with shared as (
      select distinct on (other.person_id) other.person_id, mine.place_id,
        greatest(mine.first, other.first) as first, least(mine.last, other.last) as last
      from (
        select place_id, coalesce(from_year, to_year) as first, coalesce(to_year, from_year) as last
        from person_place where person_id = ${personId} and coalesce(from_year, to_year) is not null
      ) mine
      cross join lateral (
        select person_id, coalesce(from_year, to_year) as first, coalesce(to_year, from_year) as last
        from person_place where place_id = mine.place_id and person_id <> ${personId}
          and coalesce(from_year, to_year) <= mine.last and coalesce(to_year, from_year) >= mine.first
        limit ${maxPerPlace}
      ) other
      order by other.person_id, least(mine.last, other.last) - greatest(mine.first, other.first) desc, mine.place_id
    )
    select person.id, person.name, place.id as place_id, place.name as place_name, first as "from", last as "to"
    from shared join person on person.id = person_id join place on place.id = shared.place_id
    order by last - first desc, first, person.id limit ${maxContemporaries}`.execute(db)
  return rows.map(({ placeId, placeName, ...row }) => ({ ...row, place: { id: placeId, name: placeName } }))
}
