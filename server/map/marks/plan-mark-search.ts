import { type RawBuilder, sql } from 'kysely'
import type { Bounds } from '#shared/api/place/mark.ts'
import type { Db } from '#server/db/schema.ts'
import { type Box, boxesOf, type Cell, coverBoxes, type Span } from './cover-bounds.ts'
import { allTags } from '#server/map/cells/mark-grid.ts'

/** Which marks: at one place, within bounds, of items that carry all the tags; each only where it is said. */
export interface MarkFilter {
  tagIds: string[]
  placeId?: string | undefined
  bounds?: Bounds | undefined
}

/** Where the database is to look for the marks of a filter. */
export interface MarkSearch {
  /** Holds rows of `mark`, of which the condition leaves some out. */
  source: RawBuilder<unknown>
  condition: RawBuilder<boolean>
  /** About how many rows the source has; infinite where nothing narrows it. */
  candidates: number
  /** How many marks the filter has, exactly. */
  total: number
}

/** The narrowest way to the marks of a filter, by what the roll-ups say of each. */
export async function planMarkSearch(db: Db, filter: MarkFilter): Promise<MarkSearch> {
  const { tagIds, placeId, bounds } = filter
  const boxes = bounds === undefined ? [] : boxesOf(bounds)
  const condition = conditionOf(filter, boxes)
  // The index by place is narrow enough, whatever else is asked.
  if (placeId !== undefined) return counted(db, { source: sql`mark`, condition, candidates: 0 })
  const byTag = { source: sql`mark`, condition, candidates: Math.min(...(await countByTag(db, tagIds)), Infinity) }
  if (boxes.length === 0) {
    if (tagIds.length > 1) return counted(db, byTag)
    return { ...byTag, total: tagIds.length === 1 ? byTag.candidates : await countWorld(db) }
  }
  const { inside, edges, spans, touched } = coverBoxes(boxes)
  const nearby = await countCells(db, touched, allTags)
  const search = nearby < byTag.candidates ? { source: marksIn(spans), condition, candidates: nearby } : byTag
  if (tagIds.length > 1) return counted(db, search)
  const whole = await countCells(db, inside, tagIds[0] ?? allTags)
  return { ...search, total: whole + (await countRows(db, marksIn(edges), condition)) }
}

/** All marks there are. */
export async function countWorld(db: Db): Promise<number> {
  return (await countByTag(db, [allTags]))[0] ?? 0
}

function conditionOf({ tagIds, placeId }: MarkFilter, boxes: Box[]): RawBuilder<boolean> {
  const inBoxes = boxes.map(
    ({ west, east, north, south }) =>
      sql<boolean>`mark.x between ${west} and ${east} and mark.y between ${north} and ${south}`,
  )
  const parts = [
    ...(tagIds.length > 0 ? [sql<boolean>`mark.tag_ids @> ${tagIds}::uuid[]`] : []),
    ...(placeId === undefined ? [] : [sql<boolean>`mark.place_id = ${placeId}`]),
    ...(inBoxes.length > 0 ? [sql<boolean>`(${sql.join(inBoxes, sql` or `)})`] : []),
  ]
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(parts, sql` and `)}`
}

async function counted(db: Db, search: Omit<MarkSearch, 'total'>): Promise<MarkSearch> {
  return { ...search, total: await countRows(db, search.source, search.condition) }
}

async function countRows(db: Db, source: RawBuilder<unknown>, condition: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${source} where ${condition}`.execute(db)
  return rows[0]?.n ?? 0
}

/** The marks of each of these tags, all over the world. */
async function countByTag(db: Db, tagIds: string[]): Promise<number[]> {
  if (tagIds.length === 0) return []
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(count), 0) as n from unnest(${tagIds}::uuid[]) wanted(tag_id)
    left join mark_cell on mark_cell.tag_id = wanted.tag_id and z = 0
    group by wanted.tag_id`.execute(db)
  return rows.map(({ n }) => n)
}

async function countCells(db: Db, cells: Cell[], tagId: string): Promise<number> {
  const zooms = cells.map(({ z }) => z)
  const numbers = cells.map(({ cell }) => cell)
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(count), 0) as n from unnest(${zooms}::smallint[], ${numbers}::bigint[]) wanted(z, cell)
    join mark_cell using (z, cell) where tag_id = ${tagId}`.execute(db)
  return rows[0]?.n ?? 0
}

function marksIn(spans: Span[]): RawBuilder<unknown> {
  const starts = spans.map(({ first }) => first)
  const ends = spans.map(({ end }) => end)
  // Left to itself the planner reads the whole table: it cannot know that the spans are short.
  return sql`unnest(${starts}::bigint[], ${ends}::bigint[]) span("start", "end")
    cross join lateral (select * from mark where morton_code >= span."start" and morton_code < span."end" offset 0) mark`
}
