import { sql } from 'kysely'
import { type PersonName, PersonNameKind } from '#shared/api/person/person.ts'
import { exportFurtherNames } from '#server/catalogue/loading/further-names.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { withoutEmpty } from './export-rows.ts'

interface Station {
  kind: 'born' | 'lived' | 'died'
  place: string
  from: number | null
  to: number | null
}

interface PersonRow {
  id: string
  key: string
  createTime: Date
  name: string
  names: PersonName[]
  bornYear: number | null
  bornCirca: boolean
  diedYear: number | null
  diedCirca: boolean
  ancestral: string | null
  desc: string
  stations: Station[]
}

/** Returns the people with the given ids as entries of a catalogue, in the order of their ids. */
export async function exportPeople(db: Db, ids: string[]): Promise<object[]> {
  const { rows } = await sql<PersonRow>`
    select id, coalesce(catalog_key, id::text) as key, create_time, name, born_year, born_circa, died_year, died_circa,
      ancestral, "desc",
      (select coalesce(jsonb_agg(jsonb_build_object('name', further.name, 'kind', kind) order by position, further.name), '[]')
        from person_name further where person_id = person.id) as names,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'place', place.name, 'from', from_year, 'to', to_year)
        order by position), '[]') from person_place join place on place.id = place_id where person_id = person.id) as stations
    from person where id = any(${ids}::uuid[]) order by id`.execute(db)
  return rows.map(toEntry)
}

function toEntry({ stations, bornYear, bornCirca, diedYear, diedCirca, createTime, names, ...row }: PersonRow): object {
  const placeOf = (kind: 'born' | 'died') => stations.find((one) => one.kind === kind)?.place
  const lived = stations.filter(({ kind }) => kind === 'lived').map(({ kind: _, ...stay }) => withoutEmpty(stay))
  const { byKind, namesInOrder } = exportFurtherNames(PersonNameKind.options, names)
  const isUsual = isUsualLife(stations, { bornYear, diedYear })
  return withoutEmpty({
    ...row,
    desc: row.desc === '' ? null : row.desc,
    createTime: createTime.toISOString(),
    names: byKind,
    namesInOrder,
    born: withoutEmpty({ year: bornYear, circa: bornCirca, place: isUsual ? placeOf('born') : null }),
    died: withoutEmpty({ year: diedYear, circa: diedCirca, place: isUsual ? placeOf('died') : null }),
    ...(isUsual ? { lived } : { life: stations.map(withoutEmpty) }),
  })
}

/**
 * Returns whether the fields `born`, `lived` and `died` of a catalogue entry can express a life: a birthplace, if there
 * is one, comes first and has the year of birth, and a place of death, if there is one, comes last and has the year of
 * death.
 */
function isUsualLife(stations: Station[], { bornYear, diedYear }: Pick<PersonRow, 'bornYear' | 'diedYear'>): boolean {
  return stations.every(({ kind, from, to }, at) => {
    if (kind === 'lived') return true
    const year = kind === 'born' ? bornYear : diedYear
    return at === (kind === 'born' ? 0 : stations.length - 1) && from === year && to === year
  })
}
