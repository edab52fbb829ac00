import { useMemo } from 'react'
import type { Route } from '#shared/api/place/route.ts'
import type { WindowYears } from '#shared/period.ts'
import { usePlay } from '#web/map/state/play-store.ts'
import { useView } from '#web/frame/globe/state/view-store.ts'
import { yearsOfPeriod } from './route-years.ts'

type Point = [lng: number, lat: number]

/** The years that the user has chosen, and the stops of the tour that is or was last under way, if any. */
interface RouteChoice extends WindowYears {
  stops: Point[]
}

/** React hook that returns the routes on the map; null until they are loaded. */
export function useShownRoutes({ from, to }: WindowYears): Route[] | null {
  const routes = useView((state) => state.routes)
  const areAllShown = useView((state) => state.areAllRoutesShown)
  const openedId = useView((state) => state.openedRouteId)
  const tour = usePlay(({ playData }) => playData)
  return useMemo(() => {
    if (routes === null || areAllShown) return routes
    const stops = tour.map(({ geometry }) => geometry.coordinates)
    const chosen = new Set(selectRoutes(routes, { from, to, stops }))
    return routes.filter((route) => chosen.has(route) || route.id === openedId)
  }, [routes, areAllShown, openedId, tour, from, to])
}

/**
 * Returns the routes that were in use in the chosen years or, if no years are chosen, those that pass at least two
 * stops of the tour; without either, all routes.
 */
function selectRoutes(routes: Route[], { from = -Infinity, to = Infinity, stops }: RouteChoice): Route[] {
  if (from !== -Infinity || to !== Infinity)
    return routes.filter(({ period }) => {
      const years = yearsOfPeriod(period)
      return years !== null && years.from < to && years.to >= from
    })
  if (stops.length === 0) return routes
  return routes.filter(({ lines }) => {
    const towns = lines.flat()
    return stops.filter((stop) => towns.some((town) => isNear(stop, town))).length >= 2
  })
}

/** The largest distance in degrees of latitude, about 50 km, of a stop from a town on a route that passes it. */
const nearDegrees = 0.45

function isNear([lng, lat]: Point, [townLng, townLat]: Point): boolean {
  const east = Math.abs(((lng - townLng + 540) % 360) - 180) * Math.cos((lat * Math.PI) / 180)
  return Math.hypot(east, lat - townLat) < nearDegrees
}
