import { X } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useEffect, useRef } from 'react'
import type { Route } from '#shared/api/place/route.ts'
import { useMap } from '#web/frame/globe/state/map-store.ts'
import { leaveTour } from '#web/map/state/play-store.ts'
import { routeKindNames } from './route-kinds.ts'
import { useEscape } from '#web/ui/use-escape.ts'
import { useFocusOnOpen } from '#web/map/marks/use-focus-on-open.ts'
import { useView } from '#web/frame/globe/state/view-store.ts'
import '#web/catalogue/book/book-title.css'
import '#web/map/stage/map-card.css'

/** Card of the opened route, with its description and books. */
export function RouteCard() {
  const routes = useView((state) => state.routes)
  const openedRouteId = useView((state) => state.openedRouteId)
  const visibleRoad = useMap((state) => state.visibleRoad)
  const route = visibleRoad ? routes?.find(({ id }) => id === openedRouteId) : undefined
  useFlightAlong(route)
  if (route === undefined) return null
  return <OpenedRoute key={route.id} {...route} />
}

function OpenedRoute({ name, kind, period, desc, books }: Route) {
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusOnOpen(heading)
  const close = () => useView.setState({ openedRouteId: null })
  useEscape(close)
  return (
    <section className="map-card" aria-labelledby="route-name">
      <button type="button" className="icon-button map-card-close" aria-label="关闭" onClick={close}>
        <Icon of={X} size={20} />
      </button>
      <h2 id="route-name" ref={heading} tabIndex={-1}>
        {name}
      </h2>
      <p className="map-card-where">
        {routeKindNames[kind]} · {period}
      </p>
      <p>{desc}</p>
      {books.length > 0 && (
        <ul className="route-books">
          {books.map(({ id, title }) => (
            <li key={id}>
              <a className="book-title" href={`/book/${id}`}>
                《{title}》
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** React hook that flies the map to a view that shows most or all of the opened route. */
function useFlightAlong(route: Route | undefined) {
  const camera = useView((state) => state.camera)
  useEffect(() => {
    if (route === undefined || camera === null) return
    leaveTour()
    const points = route.lines.flatMap(unwrap)
    const lngs = points.map(([lng]) => lng)
    const lats = points.map(([, lat]) => lat)
    const [west, east] = [Math.min(...lngs), Math.max(...lngs)]
    const [south, north] = [Math.min(...lats), Math.max(...lats)]
    const span = Math.max(east - west, 1.6 * (north - south), 0.5)
    void camera.fly({ center: [middle(west, east), (south + north) / 2], zoom: Math.min(7, Math.log2(440 / span)) })
  }, [camera, route])
}

/**
 * Returns the line of a route with continuous longitudes: lines are cut at the antimeridian, so parts beyond it are
 * shifted by 360 degrees.
 */
function unwrap(line: Route['lines'][number], index: number, lines: Route['lines']) {
  const [start = 0] = lines[0]?.[0] ?? []
  const [first = 0] = line[0] ?? []
  const turn = index > 0 && Math.abs(first - start) > 180 ? Math.sign(start - first) * 360 : 0
  return line.map(([lng, lat]) => [lng + turn, lat] as const)
}

function middle(west: number, east: number) {
  const lng = (west + east) / 2
  return lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng
}
