import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { flatMap, latitudeAt, mercatorY } from '#shared/mercator.ts'
import { type CurrentPlace, markQueryOf } from '#web/frame/globe/layers/mark-layers.ts'
import { showCell } from '#web/map/marks/open-cluster.ts'
import { type PickedMark, pickedOf } from '#web/map/marks/picked-mark.ts'
import type { OpenedPlace } from '#web/map/state/load-map.ts'
import type { MapFilter } from '#web/frame/globe/state/map-address.ts'
import { readBinaryFile } from '#web/frame/session/site-files.ts'
import { useView } from '#web/frame/globe/state/view-store.ts'
import './flat-map.css'

interface FlatMapProps {
  filter: MapFilter
  /** The place of the current card, which a pin marks. */
  current: CurrentPlace | null
  /** The place and the mark that are open. */
  place: OpenedPlace | null
  openedKey: string | null
  pick(picked: PickedMark): void
}

/** A circle of the flat map; `x` and `y` are shares of the width and the height of the square Mercator map. */
interface Circle {
  x: number
  y: number
  picked: PickedMark
  text: string
}

/** Half of the width of a circle and of the least distance between two circles, in pixels. */
const radius = 14
/** Width of the flat map in pixels from which it has room for the circles of the four tiles of zoom 1. */
const wide = 600

/** A flat drawing of the world for browsers without WebGL 2, with the same marks and cards but without movement. */
export function FlatMap({ filter, current, place, openedKey, pick }: FlatMapProps) {
  const list = useRef<HTMLUListElement>(null)
  const width = useWidth(list)
  const zoom = width < wide ? 0 : 1
  const circles = useCircles(filter, width === 0 ? null : zoom)
  const [lng, lat] = current?.point ?? []
  const { placed, pin } = useMemo(
    () => placeSpots(circles, lng === undefined || lat === undefined ? null : [lng, lat], width),
    [circles, lng, lat, width],
  )
  const choose = (picked: PickedMark) => {
    if (picked.kind !== 'cluster') return pick(picked)
    showCell(picked, zoom, () => (place !== null || openedKey !== null) && pick(picked))
  }
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
      <img src="/flat-map.svg" width="720" height="430" alt="" />
      <ul aria-label="地图上的标记" ref={list}>
        {placed.map(({ x, y, left, top, picked, text }) => (
          <li key={`${x} ${y}`} style={{ left, top }}>
            <button type="button" onClick={() => choose(picked)} aria-label={picked.label} title={picked.label}>
              {text}
            </button>
          </li>
        ))}
        {pin && <li className="flat-current" style={pin} aria-hidden="true" />}
      </ul>
    </div>
  )
}

/** Returns the width of an element in pixels; 0 until it is known. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}

/**
 * Loads the marks of the whole world that match the filter, from the tiles of a zoom; none if the zoom is null. Returns
 * the former ones until they are loaded.
 */
function useCircles(filter: MapFilter, zoom: number | null): Circle[] {
  const [circles, setCircles] = useState<Circle[]>([])
  const query = markQueryOf(filter)
  useEffect(() => {
    if (zoom === null) return
    const aborter = new AbortController()
    const columns = Array.from({ length: 2 ** zoom }, (_, index) => index)
    const tiles = columns.flatMap((x) => columns.map((y) => readTile([zoom, x, y], query, aborter.signal)))
    Promise.all(tiles).then(
      (loaded) => setCircles(loaded.flat().toSorted((a, b) => a.x - b.x || a.y - b.y)),
      () => undefined,
    )
    return () => aborter.abort()
  }, [query, zoom])
  return circles
}

async function readTile([z, x, y]: [number, number, number], query: string, signal: AbortSignal): Promise<Circle[]> {
  // A tile without marks is empty and has no layer.
  const tile = await readBinaryFile(`/tiles/mark/${z}/${x}/${y}?${query}`, signal)
  const layer = new VectorTile(new PbfReader(tile)).layers['mark']
  return Array.from({ length: layer?.length ?? 0 }, (_, index) => layer?.feature(index)).flatMap((feature) => {
    if (feature === undefined) return []
    const { extent, properties } = feature
    const { count = 1, isLowerBound, exactX, exactY } = properties
    const share = (tile: number, units: unknown) => (tile + Number(units) / extent) / 2 ** z
    const at = { x: share(x, exactX), y: share(y, exactY) }
    const picked = pickedOf(properties, [at.x * 360 - 180, latitudeAt(at.y)], true)
    return [{ ...at, picked, text: `${count}${isLowerBound ? '+' : ''}` }]
  })
}

/** The number of times that spots which overlap are moved apart; a few more than are needed on a phone. */
const rounds = 40

/** A circle or the pin on the flat map, in pixels. */
interface Spot {
  left: number
  top: number
}

/**
 * Returns the positions of the pin of the current card, if there is one, and of circles on a flat map of the given
 * width: inside the map, and so that no circle overlaps another one or the pin. Circles that would overlap move apart.
 */
function placeSpots(circles: Circle[], current: [lng: number, lat: number] | null, width: number) {
  const height = width * (flatMap.bottom - flatMap.top)
  const within = (at: number, size: number) => Math.min(Math.max(at, radius), size - radius)
  const spotAt = (x: number, y: number): Spot => ({
    left: within(x * width, width),
    top: within((y - flatMap.top) * width, height),
  })
  const placed = circles.map((circle) => ({ ...circle, ...spotAt(circle.x, circle.y) }))
  const pin = current && spotAt((current[0] + 180) / 360, mercatorY(current[1]))
  const move = (spot: Spot, dx: number, dy: number) => {
    if (spot === pin) return
    spot.left = within(spot.left + dx, width)
    spot.top = within(spot.top + dy, height)
  }
  const spots: Spot[] = pin ? [pin, ...placed] : placed
  for (let round = 0; round < rounds; round++)
    for (const [index, one] of spots.entries())
      for (const other of spots.slice(index + 1)) {
        const [dx, dy] = [other.left - one.left || 0.1, other.top - one.top]
        const push = (2 * radius) / Math.hypot(dx, dy) - 1
        if (push <= 0) continue
        move(one, (-dx * push) / 2, (-dy * push) / 2)
        move(other, (dx * push) / 2, (dy * push) / 2)
      }
  return { placed, pin }
}
