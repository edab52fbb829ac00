import { sql } from 'kysely'
import type { Connected, ConnectPoint } from '#shared/api/search/connect.ts'
import { readConnectedId } from '#shared/connected-id.ts'
import { lifeText } from '#shared/year-text.ts'
import type { Db } from '#server/db/schema.ts'
import { findRedirect } from '#server/editing/redirects.ts'
import { regionOf } from '#server/place/region.ts'

/**
 * A book, person or place on a path of connections, with the point where the map draws it; null if none is known.
 */
export interface LocatedNode extends Connected {
  point: ConnectPoint | null
}

interface Row {
  id: string
  name: string
  authors: string[] | null
  born: number | null
  died: number | null
  bornCirca: boolean | null
  diedCirca: boolean | null
  country: string | null
  province: string | null
  placeName: string | null
  lng: number | null
  lat: number | null
}

/** Returns a book, person or place on a path as the API shows it. */
export const toConnected = ({ id, name, note }: LocatedNode): Connected => ({ id, name, note })

/** Returns the nodes with these ids, such as `book.{id}`, by id; unknown ids are left out. */
export async function listConnected(db: Db, nodes: string[]): Promise<Map<string, LocatedNode>> {
  const read = nodes.flatMap((node) => readConnectedId(node) ?? [])
  const idsOf = (kind: string) => read.filter((node) => node.kind === kind).map(({ id }) => id)
  const { rows } = await sql<Row>`
    select 'book.' || book.id as id, title as name, authors, null::integer as born, null::integer as died,
      false as born_circa, false as died_circa, null as country, null as province, point.name as place_name, lng, lat
    from book left join lateral (
      select place.name, lng, lat from book_place join place on place.id = place_id where book_id = book.id
      order by array_position(array['setting', 'subject', 'written', 'author'], book_place.kind), place.name limit 1
    ) point on true where book.id = any(${idsOf('book')}::uuid[])
    union all
    select 'person.' || person.id, person.name, null, born_year, died_year, born_circa, died_circa, null, null,
      point.name, lng, lat
    from person left join lateral (
      select place.name, lng, lat from person_place join place on place.id = place_id where person_id = person.id
      order by position limit 1
    ) point on true where person.id = any(${idsOf('person')}::uuid[])
    union all
    select 'place.' || id, name, null, null, null, null, null, country, province, name, lng, lat
    from place where id = any(${idsOf('place')}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, toNode(row)]))
}

function toNode({ id, name, placeName, lng, lat, ...row }: Row): LocatedNode {
  const point = placeName === null || lng === null || lat === null ? null : { name: placeName, lng, lat }
  return { id, name, note: noteOf(id, name, row), point }
}

function noteOf(id: string, name: string, row: Omit<Row, 'id' | 'name' | 'placeName' | 'lng' | 'lat'>): string {
  if (row.authors !== null) return row.authors.join('、')
  if (id.startsWith('place.')) return regionOf({ name, country: row.country, province: row.province })
  const year = (value: number | null, circa: boolean | null) =>
    value === null ? null : { year: value, circa: circa === true }
  return lifeText({ born: year(row.born, row.bornCirca), died: year(row.died, row.diedCirca) }) ?? ''
}

/**
 * Returns the book, person or place with this id; if it was merged, the one that it was merged into. Returns null for
 * an unknown id.
 */
export async function findConnected(db: Db, id: string): Promise<LocatedNode | null> {
  const found = (await listConnected(db, [id])).get(id)
  const read = readConnectedId(id)
  if (found !== undefined || read === undefined) return found ?? null
  const winnerId = await findRedirect(db, read.kind, read.id)
  const winner = `${read.kind}.${winnerId}`
  return winnerId === null ? null : ((await listConnected(db, [winner])).get(winner) ?? null)
}

/** Returns up to four pairs of random books from among the most popular ones. */
export async function listExamples(db: Db): Promise<{ from: Connected; to: Connected }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (select 'book.' || id as id from book order by popularity desc, id desc limit 60) popular
    order by random() limit 8`.execute(db)
  const ids = rows.map(({ id }) => id)
  const known = await listConnected(db, ids)
  const books = ids.flatMap((id) => known.get(id) ?? []).map(toConnected)
  const half = Math.floor(books.length / 2)
  return books.slice(0, half).flatMap((from, index) => {
    const to = books[half + index]
    return to ? [{ from, to }] : []
  })
}
