import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'

/** The tables of the marks and of their counts, each with the columns that identify a row. */
const tables = {
  mark: sql`item_id, place_id`,
  mark_cell: sql`tag_id, z, cell`,
  place_tag_count: sql`tag_id, place_id`,
}
type MarkTable = keyof typeof tables

const recordedTable = (table: MarkTable) => sql.table(`recorded_${table}`)

/**
 * Copies all marks and their counts into tables of the database, so that `listMarkChanges` can compare them with later
 * ones. The rows stay in the database, because reading the arrays of all map cells takes seconds of processor time.
 * Returns the number of rows of each table.
 */
export async function recordMarks(db: Db): Promise<Record<MarkTable, number>> {
  const counts = { mark: 0, mark_cell: 0, place_tag_count: 0 }
  for (const table of Object.keys(tables) as MarkTable[]) {
    await sql`drop table if exists ${recordedTable(table)}`.execute(db)
    await sql`create unlogged table ${recordedTable(table)} as table ${sql.table(table)}`.execute(db)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${recordedTable(table)}`.execute(
      db,
    )
    counts[table] = rows[0]?.count ?? 0
  }
  return counts
}

/** Lists the marks and counts that differ from those of the last call of `recordMarks`: at most five of each table. */
export async function listMarkChanges(
  db: Db,
): Promise<{ table: string; recorded: string | null; now: string | null }[]> {
  const changes = await Promise.all(
    Object.entries(tables).map(([table, key]) =>
      sql<{ table: string; recorded: string | null; now: string | null }>`
        select ${table}::text as "table", recorded::text as recorded, now::text as now
        from ${recordedTable(table as MarkTable)} recorded full join ${sql.table(table)} now using (${key})
        where recorded is distinct from now limit 5`.execute(db),
    ),
  )
  return changes.flatMap(({ rows }) => rows)
}
