import { type RawBuilder, sql } from 'kysely'
import type { Bounds } from '#shared/api/place/mark.ts'
import { periodStarts, type TimeWindow } from '#shared/period.ts'
import type { Db } from '#server/db/schema.ts'
import { type Box, boxesOf, type Cell, coverBoxes, type Span } from './cover-bounds.ts'
import { allTags } from '#server/map/cells/mark-grid.ts'
import { matchAllTags } from '#server/tag/match-all-tags.ts'
import { maxComparedMarks } from './tagged-marks.ts'
import { countInCell, overlapsWindow } from '#server/map/cells/mark-periods.ts'

/**
 * A filter on the marks of the map: marks at a place, within bounds, of books or videos that have all the tags, and of
 * books about years of a window of time. Omitted conditions do not apply.
 */
export interface MarkFilter {
  tagIds: string[]
  window: TimeWindow | null
  placeId?: string | undefined
  bounds?: Bounds | undefined
}

/** The plan of a search for map marks: how the database finds the marks, and how many rows it reads for that. */
export interface MarkSearch {
  source: MarkSource
  /** The condition that a mark must fulfil to match the filter. */
  condition: RawBuilder<boolean>
  /** The approximate number of marks that `source` reads; infinite if it reads the whole table. */
  candidates: number
  /** The number of marks that match the filter, as far as `source` finds them. */
  total: number
  /**
   * Whether matching marks may be missing from `total` and from the results. If the filter has several tags, only the
   * most popular books and videos of the rarest tag are checked (`matchAllTags`), so that the search stays fast.
   */
  isLowerBound: boolean
}

/**
 * Returns an SQL query for the marks that match a condition; each function of this type reads them in another way.
 * `top`, an SQL `order by` with a `limit`, lets the query leave out marks that are not among the first. The query may
 * ignore `top`, so the caller must sort and limit its result again.
 */
type MarkSource = (condition: RawBuilder<boolean>, top: RawBuilder<unknown>) => RawBuilder<unknown>

/**
 * Plans a search for marks: chooses the way to find them that reads the fewest rows. The numbers of rows are estimated
 * from the counts in the stored map cells.
 */
export async function planMarkSearch(db: Db, filter: MarkFilter): Promise<MarkSearch> {
  const { tagIds, placeId, bounds, window } = filter
  const boxes = bounds === undefined ? [] : boxesOf(bounds)
  const condition = conditionOf(filter, boxes)
  // A place has few marks, and the database index by place finds them quickly, so other conditions need no plan.
  if (placeId !== undefined) return withTotal(db, { source: allMarks, condition, candidates: 0 })
  if (tagIds.length > 1) return planTagged(db, tagIds, condition, boxes)
  const byTag = { source: allMarks, condition, candidates: Math.min(...(await countByTag(db, tagIds, null)), Infinity) }
  const byWindow = window && { source: marksOfWindow(window), condition, candidates: await countWorld(db, window) }
  const worldwide = byWindow && byWindow.candidates < byTag.candidates ? byWindow : byTag
  if (boxes.length === 0) {
    const [total = 0] = await countByTag(db, [tagIds[0] ?? allTags], window)
    return { ...worldwide, total, isLowerBound: false }
  }
  const { inside, edges, spans, touched } = coverBoxes(boxes)
  const nearby = await countCells(db, touched, allTags, null)
  const search = nearby < worldwide.candidates ? { source: marksIn(spans), condition, candidates: nearby } : worldwide
  const whole = await countCells(db, inside, tagIds[0] ?? allTags, window)
  return { ...search, total: whole + (await countRows(db, marksIn(edges), condition)), isLowerBound: false }
}

/**
 * Plans a search for the marks of books and videos that have all tags of a filter with several tags. In a small area,
 * all marks are compared with the tags. Elsewhere, the marks are those of the books and videos that `matchAllTags`
 * finds among the most popular ones of the rarest tag.
 */
async function planTagged(db: Db, tagIds: string[], condition: RawBuilder<boolean>, boxes: Box[]): Promise<MarkSearch> {
  if (boxes.length > 0) {
    const { spans, touched } = coverBoxes(boxes)
    const candidates = await countCells(db, touched, allTags, null)
    if (candidates <= maxComparedMarks) return withTotal(db, { source: marksIn(spans), condition, candidates })
  }
  const source: MarkSource = (condition, top) => sql`
    with ${matchAllTags(tagIds)} select mark.* from matching join mark using (item_id) where ${condition} ${top}`
  const { rows } = await sql<{ total: number; isComplete: boolean }>`
    with ${matchAllTags(tagIds)}
    select is_complete, (select count(*) from matching join mark using (item_id) where ${condition}) as total
    from completeness`.execute(db)
  const { total, isComplete } = rows[0] ?? { total: 0, isComplete: true }
  return { source, condition, candidates: total, total, isLowerBound: !isComplete }
}

/** Returns the number of all marks on the map, or of those that overlap a window of time. */
export async function countWorld(db: Db, window: TimeWindow | null = null): Promise<number> {
  return (await countByTag(db, [allTags], window))[0] ?? 0
}

function conditionOf({ tagIds, placeId, window }: MarkFilter, boxes: Box[]): RawBuilder<boolean> {
  const inBoxes = boxes.map(
    ({ west, east, north, south }) =>
      sql<boolean>`mark.x between ${west} and ${east} and mark.y between ${north} and ${south}`,
  )
  const parts = [
    ...(tagIds.length > 0 ? [sql<boolean>`mark.tag_ids @> ${tagIds}::uuid[]`] : []),
    ...(window === null ? [] : [overlapsWindow(window)]),
    ...(placeId === undefined ? [] : [sql<boolean>`mark.place_id = ${placeId}`]),
    ...(inBoxes.length > 0 ? [sql<boolean>`(${sql.join(inBoxes, sql` or `)})`] : []),
  ]
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(parts, sql` and `)}`
}

async function withTotal(db: Db, search: Pick<MarkSearch, 'source' | 'condition' | 'candidates'>): Promise<MarkSearch> {
  return { ...search, total: await countRows(db, search.source, search.condition), isLowerBound: false }
}

async function countRows(db: Db, source: MarkSource, condition: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${source(condition, sql``)}) mark`.execute(db)
  return rows[0]?.n ?? 0
}

/** Returns for each tag the number of its map marks, or of those that overlap a window of time. */
async function countByTag(db: Db, tagIds: string[], window: TimeWindow | null): Promise<number[]> {
  if (tagIds.length === 0) return []
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(${countInCell(window)}), 0) as n from unnest(${tagIds}::uuid[]) requested(tag_id)
    left join mark_cell on mark_cell.tag_id = requested.tag_id and z = 0
    group by requested.tag_id`.execute(db)
  return rows.map(({ n }) => n)
}

async function countCells(db: Db, cells: Cell[], tagId: string, window: TimeWindow | null): Promise<number> {
  const zooms = cells.map(({ z }) => z)
  const numbers = cells.map(({ cell }) => cell)
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(${countInCell(window)}), 0) as n from unnest(${zooms}::smallint[], ${numbers}::bigint[]) requested(z, cell)
    join mark_cell using (z, cell) where tag_id = ${tagId}`.execute(db)
  return rows[0]?.n ?? 0
}

const allMarks: MarkSource = (condition) => sql`select * from mark where ${condition}`

function marksIn(spans: Span[]): MarkSource {
  const starts = spans.map(({ first }) => first)
  const ends = spans.map(({ end }) => end)
  // The ranges of Morton codes are short, which the query planner cannot know; `offset 0` keeps it from reading the
  // whole table.
  return (condition) => sql`
    select mark.* from unnest(${starts}::bigint[], ${ends}::bigint[]) span("start", "end")
    cross join lateral (select * from mark where morton_code >= span."start" and morton_code < span."end" offset 0) mark
    where ${condition}`
}

/**
 * Reads the marks that overlap a window of time by their pairs of a first and a last period. There are at most 465
 * pairs, and an index has the marks of each in the order of popularity.
 */
function marksOfWindow({ first, last }: TimeWindow): MarkSource {
  const pairs = periodStarts.flatMap((_, begun) =>
    periodStarts.flatMap((_, ended) => (begun <= Math.min(last, ended) && ended >= first ? [{ begun, ended }] : [])),
  )
  const begun = pairs.map((pair) => pair.begun)
  const ended = pairs.map((pair) => pair.ended)
  return (condition, top) => sql`
    select mark.* from unnest(${begun}::smallint[], ${ended}::smallint[]) pair(begun, ended)
    cross join lateral (
      select * from mark where first_period = begun and last_period = ended and ${condition} ${top} offset 0
    ) mark`
}
