import { type RawBuilder, sql } from 'kysely'
import type { Bounds } from '#shared/api/place/mark.ts'
import { periodStarts, type TimeWindow } from '#shared/period.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { type Box, boxesOf, type Cell, coverBoxes, type Span } from './cover-bounds.ts'
import { allTags, maxReadMarks } from '#server/catalogue/mark-cells/mark-grid.ts'
import { matchAllTags } from '#server/catalogue/tag/match-all-tags.ts'
import { countInCell, overlapsWindow } from '#server/catalogue/mark-cells/mark-periods.ts'

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
export interface MarkSearch extends MarkCounts {
  source: MarkSource
  /** The condition that a mark must fulfil to match the filter. */
  condition: RawBuilder<boolean>
  /**
   * The approximate number of marks that `source` reads; infinite if an index has the marks in the order of popularity,
   * so that a page of them can be read at once.
   */
  candidates: number
  /**
   * Whether matching marks may be missing from the counts and from the results. If the filter has several tags, only
   * the most popular books and videos of the rarest tag are checked (`matchAllTags`), so that the search stays fast.
   */
  isLowerBound: boolean
}

interface MarkCounts {
  /** The number of marks that match the filter, as far as `source` finds them; at most `maxCountedMarks` + 1. */
  total: number
  /** The number of the books and videos of these marks. */
  countItems: number
}

/** The marks of a search are counted up to this number. */
export const maxCountedMarks = 3000

/**
 * Returns an SQL query for the marks that match a condition; each function of this type reads them in another way.
 * `top`, an SQL `order by` with a `limit`, lets the query leave out marks that are not among the first. The query may
 * ignore `top`, so the caller must sort and limit its result again.
 */
type MarkSource = (condition: RawBuilder<boolean>, top: RawBuilder<unknown>) => RawBuilder<unknown>

/**
 * Plans a search for marks: chooses the way to find them that reads the fewest rows. The numbers of rows are estimated
 * from the counts in the stored map cells; where none are stored, there are few marks.
 */
export async function planMarkSearch(db: Db, filter: MarkFilter): Promise<MarkSearch> {
  const { tagIds, placeId, bounds, window } = filter
  const boxes = bounds === undefined ? [] : boxesOf(bounds)
  const condition = conditionOf(filter, boxes)
  // A place has few marks, and the database index by place finds them quickly, so other conditions need no plan.
  if (placeId !== undefined) return withCounts(db, { source: allMarks, condition, candidates: Infinity })
  if (tagIds.length > 1) return planTagged(db, tagIds, condition, boxes)
  const byTag = { source: allMarks, condition, candidates: Math.min(...(await countByTag(db, tagIds, null)), Infinity) }
  const byWindow = window && { source: marksOfWindow(window), condition, candidates: await countWorld(db, window) }
  const worldwide = byWindow && byWindow.candidates < byTag.candidates ? byWindow : byTag
  if (boxes.length === 0) return withCounts(db, worldwide)
  const { spans, touched } = coverBoxes(boxes)
  const candidates = await countCells(db, touched)
  if (candidates > worldwide.candidates) return withCounts(db, worldwide)
  const counted = marksIn(spans, tagIds.length > 0 ? sql`*` : columnsOfIndex)
  return withCounts(db, { source: marksIn(spans), condition, candidates }, counted)
}

/**
 * Plans a search for the marks of books and videos that have all tags of a filter with several tags. In a small area,
 * all marks are compared with the tags. Elsewhere, the marks are those of the books and videos that `matchAllTags`
 * finds among the most popular ones of the rarest tag.
 */
async function planTagged(db: Db, tagIds: string[], condition: RawBuilder<boolean>, boxes: Box[]): Promise<MarkSearch> {
  if (boxes.length > 0) {
    const source = marksIn(coverBoxes(boxes).spans)
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from (${source(sql<boolean>`true`, sql``)} limit ${maxReadMarks + 1}) mark`.execute(db)
    const candidates = rows[0]?.n ?? 0
    if (candidates <= maxReadMarks) return withCounts(db, { source, condition, candidates })
  }
  const source: MarkSource = (condition, top) => sql`
    with ${matchAllTags(tagIds)} select mark.* from matching join mark using (item_id) where ${condition} ${top}`
  const { rows } = await sql<MarkCounts & { isComplete: boolean }>`
    with ${matchAllTags(tagIds)}, found as (
      select item_id from matching join mark using (item_id) where ${condition}
    )
    select is_complete, (select count(*) from found) as total, (select count(distinct item_id) from found) as count_items
    from completeness`.execute(db)
  const { isComplete, ...counts } = rows[0] ?? { total: 0, countItems: 0, isComplete: true }
  return { source, condition, candidates: counts.total, ...counts, isLowerBound: !isComplete }
}

/**
 * Returns the number of all marks on the map, or a lower bound of those that overlap a window of time; 0 if the map has
 * few marks.
 */
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

/** Adds to a plan the numbers of its marks and items. `counted` may read the same marks with fewer columns. */
async function withCounts(
  db: Db,
  search: Pick<MarkSearch, 'source' | 'condition' | 'candidates'>,
  counted: MarkSource = search.source,
): Promise<MarkSearch> {
  const { rows } = await sql<MarkCounts>`
    select count(*) as total, count(distinct item_id) as count_items
    from (${counted(search.condition, sql``)} limit ${maxCountedMarks + 1}) mark`.execute(db)
  return { ...search, ...(rows[0] ?? { total: 0, countItems: 0 }), isLowerBound: false }
}

/**
 * Returns for each tag the number of its marks in the stored cells of the world. With a window of time, the items of
 * each cell are counted, which have at least as many marks.
 */
async function countByTag(db: Db, tagIds: string[], window: TimeWindow | null): Promise<number[]> {
  if (tagIds.length === 0) return []
  const count = window === null ? sql`count_marks` : countInCell(window)
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(${count}), 0) as n from unnest(${tagIds}::uuid[]) requested(tag_id)
    left join mark_cell on mark_cell.tag_id = requested.tag_id and z = 0
    group by requested.tag_id`.execute(db)
  return rows.map(({ n }) => n)
}

/** Returns the number of marks in those of the given cells that are stored. */
async function countCells(db: Db, cells: Cell[]): Promise<number> {
  const zooms = cells.map(({ z }) => z)
  const numbers = cells.map(({ cell }) => cell)
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(count_marks), 0) as n from unnest(${zooms}::smallint[], ${numbers}::bigint[]) requested(z, cell)
    join mark_cell using (z, cell) where tag_id = ${allTags}`.execute(db)
  return rows[0]?.n ?? 0
}

const allMarks: MarkSource = (condition) => sql`select * from mark where ${condition}`

/** The columns in the index by Morton code, from which marks are counted without reading the table. */
const columnsOfIndex = sql`item_id, x, y, first_period, last_period`

function marksIn(spans: Span[], columns = sql`*`): MarkSource {
  const starts = spans.map(({ first }) => first)
  const ends = spans.map(({ end }) => end)
  // The ranges of Morton codes are short, which the query planner cannot know; `offset 0` keeps it from reading the
  // whole table.
  return (condition) => sql`
    select mark.* from unnest(${starts}::bigint[], ${ends}::bigint[]) span("start", "end")
    cross join lateral (
      select ${columns} from mark where morton_code >= span."start" and morton_code < span."end" offset 0
    ) mark
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
