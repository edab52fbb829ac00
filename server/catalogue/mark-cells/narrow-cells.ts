import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { allTags, bitsBelowCell, maxRollUpZoom } from './mark-grid.ts'

/** A map cell from which this transaction removed marks. The transaction has locked the row of the cell. */
export interface ReducedCell {
  tagId: string
  z: number
  cell: number
  isEmpty: boolean
}

/**
 * Corrects map cells after marks were removed from them: deletes the cells without marks, and recomputes the range of
 * Morton codes that the marks of each other cell cover. Cells of the highest zoom come first, because the range of a
 * cell is computed from the cells of the next higher zoom. Must run in the transaction that removed the marks.
 */
export async function narrowCells(db: Db, reduced: ReducedCell[]) {
  const empty = columnsOf(reduced.filter(({ isEmpty }) => isEmpty))
  if (empty.cells.length > 0)
    await sql`
      delete from mark_cell using unnest(${empty.tagIds}::uuid[], ${empty.zooms}::smallint[], ${empty.cells}::bigint[]) emptied(tag_id, z, cell)
      where (mark_cell.tag_id, mark_cell.z, mark_cell.cell) = (emptied.tag_id, emptied.z, emptied.cell)`.execute(db)
  for (let z = maxRollUpZoom; z >= 0; z--) {
    const { tagIds, cells } = columnsOf(reduced.filter((cell) => cell.z === z && !cell.isEmpty))
    if (cells.length === 0) continue
    await sql`
      update mark_cell set min_morton_code = reach.min_morton_code, max_morton_code = reach.max_morton_code
      from (select ${z}::smallint as z, * from unnest(${tagIds}::uuid[], ${cells}::bigint[]) reduced(tag_id, cell)) narrow
      cross join lateral (${reach}) reach
      where (mark_cell.tag_id, mark_cell.z, mark_cell.cell) = (narrow.tag_id, narrow.z, narrow.cell)`.execute(db)
  }
}

/**
 * The Morton codes that the marks of a cell cover: from the cells of the next higher zoom or, if these are not stored,
 * from the marks, which are few then.
 */
const reach = sql`
  select min(min_morton_code) as min_morton_code, max(max_morton_code) as max_morton_code
  from (
    select min_morton_code, max_morton_code from mark_cell child
    where child.tag_id = narrow.tag_id and child.z = narrow.z + 1
      and child.cell between narrow.cell * 4 and narrow.cell * 4 + 3
    union all
    select morton_code, morton_code from mark
    where morton_code >= narrow.cell << (${bitsBelowCell(0)}::integer - 2 * narrow.z)
      and morton_code < (narrow.cell + 1) << (${bitsBelowCell(0)}::integer - 2 * narrow.z)
      and (narrow.tag_id = ${allTags} or tag_ids @> array[narrow.tag_id])
      and not exists (select from mark_tile where mark_tile.z = narrow.z + 1 and mark_tile.tile = narrow.cell >> 4)
  ) part`

function columnsOf(cells: ReducedCell[]) {
  return {
    tagIds: cells.map(({ tagId }) => tagId),
    zooms: cells.map(({ z }) => z),
    cells: cells.map(({ cell }) => cell),
  }
}
