import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { withoutEmpty } from './export-rows.ts'

interface PlaceRow {
  id: string
  name: string
  lng: number
  lat: number
  country: string | null
  province: string | null
  names: Record<string, string[]> | null
}

/** A place as an entry of a catalogue: its name, and everything else by the names of the catalogue's fields. */
export type PlaceEntry = [name: string, fields: object]

/** Returns the places with the given ids as entries of a catalogue, in the order of their ids. */
export async function exportPlaces(db: Db, ids: string[]): Promise<PlaceEntry[]> {
  const { rows } = await sql<PlaceRow>`
    select id, name, lng, lat, country, province,
      (select jsonb_object_agg(kind, names) from (
        select kind, jsonb_agg(name order by position, name) as names from place_name where place_id = place.id group by kind
      ) named) as names
    from place where id = any(${ids}::uuid[]) order by id`.execute(db)
  return rows.map(({ name, names, ...row }) => [name, withoutEmpty({ ...row, ...names })])
}

/** Returns the names of all tags in their order, by kind. */
export async function exportTags(db: Db): Promise<Record<string, string[]>> {
  const rows = await db.selectFrom('tag').select(['name', 'kind']).orderBy('position').orderBy('name').execute()
  const namesOf = (kind: string) => rows.filter((row) => row.kind === kind).map(({ name }) => name)
  return Object.fromEntries(['form', 'subject', 'era', 'region'].map((kind) => [kind, namesOf(kind)]))
}

/** Returns the aliases that the search knows, by the name they stand for. */
export async function exportAliases(db: Db): Promise<Record<string, string[]>> {
  const rows = await db
    .selectFrom('searchAlias')
    .select(['alias', 'name'])
    .where('isActive', '=', true)
    .orderBy('name')
    .orderBy('alias')
    .execute()
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ name }) => name)].map(([name, own]) => [name, own.map(({ alias }) => alias)]),
  )
}
