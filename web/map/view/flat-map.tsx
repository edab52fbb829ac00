import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { PlaceEntry } from '#shared/api/place/place.ts'
import { api } from '#web/session/session.ts'
import type { PickedMark } from '#web/map/marks/picked-mark.ts'
import type { MapFilter } from '#web/map/state/map-address.ts'
import { useView } from '#web/map/state/view-store.ts'
import './flat-map.css'

interface FlatMapProps {
  filter: MapFilter
  current: [lng: number, lat: number] | null
  pick(picked: PickedMark): void
}

/** Minimum distance in pixels between two buttons of places on the map, so that no buttons overlap. */
const minDistance = 28

/** A flat drawing of the world for browsers without WebGL 2, with the same places and cards but without movement. */
export function FlatMap({ filter, current, pick }: FlatMapProps) {
  const places = usePlaces(filter)
  const list = useRef<HTMLUListElement>(null)
  const width = useWidth(list)
  const visiblePlaces = useMemo(() => withoutOverlaps(places, (minDistance * 360) / width), [places, width])
  useEffect(() => {
    useView.setState({
      camera: {
        fly: async () => true,
        turn: () => () => undefined,
        zoomBy: () => undefined,
        zoom: () => 0,
        bounds: () => [-180, -90, 180, 90],
        isMoving: () => false,
        shows: () => true,
        flyToCircle: () => undefined,
        home: () => undefined,
      },
    })
    return () => useView.setState({ camera: null })
  }, [])
  return (
    <div className="flat-map">
      <img src="/flat-map.svg" width="720" height="360" alt="" />
      <ul aria-label="地图上的标记" ref={list}>
        {visiblePlaces.map(({ id, name, lng, lat, count }) => (
          <li key={id} style={position(lng, lat)}>
            <button
              type="button"
              onClick={() => pick({ kind: 'place', placeId: id, label: name })}
              aria-label={`${name}，${count} 本书`}
              title={name}
            >
              {count}
            </button>
          </li>
        ))}
        {current && <li className="flat-current" style={position(...current)} aria-hidden="true" />}
      </ul>
    </div>
  )
}

function position(lng: number, lat: number) {
  return { left: `${((lng + 180) / 360) * 100}%`, top: `${((90 - lat) / 180) * 100}%` }
}

function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(720)
  useEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.max(1, entry.contentRect.width)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}

/**
 * Returns those of the given places that are at least `degrees` apart, with preference for earlier places in the list.
 */
function withoutOverlaps(places: PlaceEntry[], degrees: number): PlaceEntry[] {
  const spaced: PlaceEntry[] = []
  for (const place of places) {
    const isCrowded = spaced.some(
      ({ lng, lat }) => Math.abs(lng - place.lng) < degrees && Math.abs(lat - place.lat) < degrees,
    )
    if (!isCrowded) spaced.push(place)
  }
  return spaced
}

/**
 * Loads the places that have books which match the filter, the place with the most books first. Returns an empty list
 * until the call succeeds.
 */
function usePlaces(filter: MapFilter): PlaceEntry[] {
  const [places, setPlaces] = useState<PlaceEntry[]>([])
  const key = JSON.stringify(filter)
  useEffect(() => {
    const aborter = new AbortController()
    api.place.list(JSON.parse(key) as MapFilter, aborter.signal).then(
      ({ list }) => setPlaces(list),
      () => undefined,
    )
    return () => aborter.abort()
  }, [key])
  return places
}
