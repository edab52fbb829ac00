import { type RawBuilder, sql } from 'kysely'
import type { Bounds } from '#shared/api/place/mark.ts'
import type { Db } from '#server/db/schema.ts'
import { type Box, boxesOf, type Cell, coverBoxes, type Span } from './cover-bounds.ts'
import { allTags } from '#server/map/cells/mark-grid.ts'

/**
 * A filter on the marks of the map: marks at a place, within bounds, and of books or videos that have all the tags.
 * Omitted conditions do not apply.
 */
export interface MarkFilter {
  tagIds: string[]
  placeId?: string | undefined
  bounds?: Bounds | undefined
}

/** The plan of a search for map marks: which rows the database reads, and how many. */
export interface MarkSearch {
  /**
   * The part of an SQL `from` clause that returns all marks that may match a filter. `condition` selects the matching
   * ones.
   */
  source: RawBuilder<unknown>
  condition: RawBuilder<boolean>
  /** The approximate number of marks that `source` returns; infinite if it returns all marks. */
  candidates: number
  /** The exact number of marks that match the filter. */
  total: number
}

/**
 * Plans a search for marks: chooses how to read the fewest rows, by the numbers of marks that the stored map cells
 * contain.
 */
export async function planMarkSearch(db: Db, filter: MarkFilter): Promise<MarkSearch> {
  const { tagIds, placeId, bounds } = filter
  const boxes = bounds === undefined ? [] : boxesOf(bounds)
  const condition = conditionOf(filter, boxes)
  // A place has few marks, and the database index by place finds them quickly, so other conditions need no plan.
  if (placeId !== undefined) return withTotal(db, { source: sql`mark`, condition, candidates: 0 })
  const byTag = { source: sql`mark`, condition, candidates: Math.min(...(await countByTag(db, tagIds)), Infinity) }
  if (boxes.length === 0) {
    if (tagIds.length > 1) return withTotal(db, byTag)
    return { ...byTag, total: tagIds.length === 1 ? byTag.candidates : await countWorld(db) }
  }
  const { inside, edges, spans, touched } = coverBoxes(boxes)
  const nearby = await countCells(db, touched, allTags)
  const search = nearby < byTag.candidates ? { source: marksIn(spans), condition, candidates: nearby } : byTag
  if (tagIds.length > 1) return withTotal(db, search)
  const whole = await countCells(db, inside, tagIds[0] ?? allTags)
  return { ...search, total: whole + (await countRows(db, marksIn(edges), condition)) }
}

/** Returns the number of all marks on the map. */
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

async function withTotal(db: Db, search: Omit<MarkSearch, 'total'>): Promise<MarkSearch> {
  return { ...search, total: await countRows(db, search.source, search.condition) }
}

async function countRows(db: Db, source: RawBuilder<unknown>, condition: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${source} where ${condition}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Returns the number of map marks of each tag. */
async function countByTag(db: Db, tagIds: string[]): Promise<number[]> {
  if (tagIds.length === 0) return []
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(count), 0) as n from unnest(${tagIds}::uuid[]) requested(tag_id)
    left join mark_cell on mark_cell.tag_id = requested.tag_id and z = 0
    group by requested.tag_id`.execute(db)
  return rows.map(({ n }) => n)
}

async function countCells(db: Db, cells: Cell[], tagId: string): Promise<number> {
  const zooms = cells.map(({ z }) => z)
  const numbers = cells.map(({ cell }) => cell)
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(count), 0) as n from unnest(${zooms}::smallint[], ${numbers}::bigint[]) requested(z, cell)
    join mark_cell using (z, cell) where tag_id = ${tagId}`.execute(db)
  return rows[0]?.n ?? 0
}

function marksIn(spans: Span[]): RawBuilder<unknown> {
  const starts = spans.map(({ first }) => first)
  const ends = spans.map(({ end }) => end)
  // The ranges of Morton codes are short, which the query planner cannot know; `offset 0` keeps it from reading the
  // whole table.
  return sql`unnest(${starts}::bigint[], ${ends}::bigint[]) span("start", "end")
    cross join lateral (select * from mark where morton_code >= span."start" and morton_code < span."end" offset 0) mark`
}
