import { type RawBuilder, sql } from 'kysely'
import type { Connected, ConnectPoint } from '#shared/api/search/connect.ts'
import { readConnectedId } from '#shared/connected-id.ts'
import { lifeText } from '#shared/year-text.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { findRedirect } from '#server/catalogue/editing/redirects.ts'
import { regionOf } from '#server/catalogue/place/region.ts'

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

const countExamples = 4
/** The number of the most popular books from which the examples begin. */
const maxPopular = sql.lit(120)

/**
 * Returns up to four pairs of books to connect: two books between which two more stand, each related to the next, so
 * that every step of the path tells something. If there are too few relations, pairs of random popular books follow.
 */
export async function listExamples(db: Db): Promise<{ from: Connected; to: Connected }[]> {
  const { rows } = await sql<{ fromId: string; toId: string }>`
    select first.id as from_id, fourth.id as to_id
    from (
      select id from (select id from book order by popularity desc, id desc limit ${maxPopular}) popular order by random()
    ) first
    cross join lateral (${oneRelatedTo(sql`first.id`)}) second
    cross join lateral (${oneRelatedTo(sql`second.id`, sql`first.id`)}) third
    cross join lateral (${oneRelatedTo(sql`third.id`, sql`first.id, second.id`)}) fourth
    limit 24`.execute(db)
  const { rows: popular } = await sql<{ id: string }>`
    select id from (select id from book order by popularity desc, id desc limit 60) popular
    order by random() limit 24`.execute(db)
  const half = popular.length / 2
  const pairs = [
    ...rows.map(({ fromId, toId }) => [fromId, toId] as const),
    ...popular.slice(0, half).map(({ id }, index) => [id, popular[half + index]?.id ?? id] as const),
  ]
  const used = new Set<string>()
  const chosen = pairs.filter(([from, to]) => {
    if (from === to || used.has(from) || used.has(to) || used.size === 2 * countExamples) return false
    used.add(from).add(to)
    return true
  })
  const known = await listConnected(
    db,
    [...used].map((id) => `book.${id}`),
  )
  return chosen.flatMap((pair) => {
    const [from, to] = pair.map((id) => known.get(`book.${id}`))
    return from && to ? [{ from: toConnected(from), to: toConnected(to) }] : []
  })
}

/** Returns an SQL query for one random book that is related to a book, other than the given ones. */
function oneRelatedTo(bookId: RawBuilder<unknown>, excluded: RawBuilder<unknown> = sql`null`) {
  return sql`
    select id from (
      select to_book_id as id from book_relation where from_book_id = ${bookId} and removed_at is null
      union all
      select from_book_id from book_relation where to_book_id = ${bookId} and removed_at is null
    ) related where (id in (${excluded})) is not true order by random() limit 1`
}
