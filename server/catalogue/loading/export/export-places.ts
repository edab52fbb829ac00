import { sql } from 'kysely'
import { type PlaceName, PlaceNameKind } from '#shared/api/place/place-page.ts'
import { exportFurtherNames } from '#server/catalogue/loading/further-names.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { rowsPerBatch, withoutEmpty } from './export-rows.ts'

interface PlaceRow {
  id: string
  name: string
  lng: number
  lat: number
  country: string | null
  province: string | null
  names: PlaceName[]
}

/** A place as an entry of a catalogue: its name, and an object with its other fields. */
type PlaceEntry = [name: string, fields: object]

/** Returns the places with the given ids as entries of a catalogue, in the order of their ids. */
export async function exportPlaces(db: Db, ids: string[]): Promise<PlaceEntry[]> {
  const { rows } = await sql<PlaceRow>`
    select id, name, lng, lat, country, province,
      (select coalesce(jsonb_agg(jsonb_build_object('name', further.name, 'kind', kind) order by position, further.name), '[]')
        from place_name further where place_id = place.id) as names
    from place where id = any(${ids}::uuid[]) order by id`.execute(db)
  return rows.map(({ name, names, ...row }) => {
    const { byKind, namesInOrder } = exportFurtherNames(PlaceNameKind.options, names)
    return [name, withoutEmpty({ ...row, ...byKind, namesInOrder })]
  })
}

/** Returns the names of all tags in their order, by kind. */
export async function exportTags(db: Db): Promise<Record<string, string[]>> {
  const rows = await db.selectFrom('tag').select(['name', 'kind']).orderBy('position').orderBy('name').execute()
  const namesOf = (kind: string) => rows.filter((row) => row.kind === kind).map(({ name }) => name)
  return Object.fromEntries(['form', 'subject', 'era', 'region'].map((kind) => [kind, namesOf(kind)]))
}

/** Yields, in batches, the names for which the search knows aliases, each with all its aliases. */
export async function* exportAliases(db: Db): AsyncGenerator<[name: string, aliases: string[]][]> {
  let last = ''
  for (;;) {
    const { rows } = await sql<{ name: string; aliases: string[] }>`
      select name, array_agg(alias order by alias) as aliases from search_alias where is_active and name > ${last}
      group by name order by name limit ${rowsPerBatch}`.execute(db)
    const end = rows.at(-1)
    if (end === undefined) return
    yield rows.map(({ name, aliases }) => [name, aliases])
    last = end.name
  }
}
