import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import type { Located } from './region.ts'

export type PlaceRow = Located & { id: string; name: string; lng: number; lat: number }

/** The width of the world in units of the map grid, which `grid_x` and `grid_y` compute. */
const gridWidth = 2 ** 26

/**
 * Returns the places nearest to a point, by an index on the map grid. The Mercator projection preserves shapes, so
 * around a point the distances on the grid have the same order as on the globe. The grid ends at the date line, so
 * places near one end are also searched at the other.
 */
export async function listNearest(
  db: Db,
  lng: number,
  lat: number,
  limit: number,
  where = sql`true`,
): Promise<PlaceRow[]> {
  const nearest = (shift: number) => {
    const distance = sql`point(x, y) <-> point(grid_x(${lng}::float8) + ${shift}::integer, grid_y(${lat}::float8))`
    return sql`(
      select id, name, lng, lat, country, province, ${distance} as distance from place where merged_into is null and ${where}
      order by ${distance} limit ${limit})`
  }
  const { rows } = await sql<PlaceRow & { distance: number }>`
    select * from (
      select distinct on (id) * from (
        ${nearest(0)} union all ${nearest(lng < 0 ? gridWidth : -gridWidth)}
      ) either order by id, distance
    ) near order by distance, id limit ${limit}`.execute(db)
  return rows.map(({ distance: _, ...place }) => place)
}
