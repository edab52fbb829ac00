import type { PassingRoute } from '#shared/api/place/place-page.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { kilometresBetween } from '#server/catalogue/place/gazetteer.ts'
import { listRoutes } from '#server/catalogue/route/route-queries.ts'

/**
 * A historical route passes a place if one of its points, which are towns on its way, is at most this many kilometres
 * away.
 */
const passingKilometres = 40

/**
 * Returns the historical routes with a point near a place. It reads all routes, which only the catalogue writes, so
 * that they are few.
 */
export async function listRoutesNear(db: Db, { lng, lat }: { lng: number; lat: number }): Promise<PassingRoute[]> {
  const routes = await listRoutes(db)
  return routes
    .filter(({ lines }) =>
      lines.some((line) => line.some((point) => kilometresBetween([lng, lat], point) < passingKilometres)),
    )
    .map(({ id, name, period, books }) => ({ id, name, period, books }))
}
