import type { Map as MapLibre, StyleSpecification } from 'maplibre-gl'
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Mark } from '#shared/api/place/mark.ts'
import type { Site } from '#shared/api/site.ts'
import { composeStyle } from '#web/map/basemap/compose-style.ts'
import { createMap, minZoom, paddingOf } from './create-map.ts'
import { type Datum, sameDatum, shiftInPixels } from '#web/map/state/map-datum.ts'
import { mapCamera } from './map-camera.ts'
import { useMap } from '#web/map/state/map-store.ts'
import { MarkButtons } from '#web/map/marks/mark-buttons.tsx'
import { MarkFan } from '#web/map/marks/mark-fan.tsx'
import { allowPageScroll } from './page-scroll.ts'
import { pickAt, type Picked } from '#web/map/marks/picked-mark.ts'
import { leaveTour, pause, usePlay } from '#web/map/state/play-store.ts'
import { boundsInView } from './bounds-in-view.ts'
import { useBaseStyle } from '#web/map/basemap/use-base-style.ts'
import { useView } from '#web/map/state/view-store.ts'
import './globe-view.css'

type Point = [lng: number, lat: number]

export interface GlobeViewProps {
  config: Site['map']
  tags: string[]
  /** Where the card one is at belongs. */
  current: Point | null
  /** The books of the opened place. */
  placeMarks: Mark[]
  openedKey: string | null
  /** The free part of the stage. */
  frame: RefObject<HTMLElement | null>
  hrefOf(mark: Mark): string
  pick(picked: Picked): void
  /** The map cannot go on: something simpler has to take its place. */
  fail(): void
}

/** The living map. Loaded after the page is there; until it has drawn itself the still picture is seen. */
export function GlobeView(props: GlobeViewProps) {
  const container = useRef<HTMLDivElement>(null)
  const datum = useView((state) => state.datum)
  const { style: base, watch } = useBaseStyle(props.config)
  const style = useWholeStyle(base, props.tags, props.current && datum.toMap(props.current))
  const [map, setMap] = useState<MapLibre | null>(null)
  const [isDrawn, setDrawn] = useState(false)
  const pick = useEffectEvent((picked: Picked) => props.pick(picked))
  const begin = useEffectEvent(() => {
    const { frame, fail } = props
    if (container.current === null || frame.current === null) return
    const created = openMap(container.current, frame.current, style, { drawn: () => setDrawn(true), fail, pick })
    if (created === null) return fail()
    // Changes of style have to wait for the first one.
    created.map.once('style.load', () => setMap(created.map))
    watch(created.map)
    return created.close
  })
  useEffect(() => begin(), [])
  useEffect(() => {
    map?.setStyle(style, { diff: true })
  }, [map, style])
  useEffect(() => {
    if (map !== null) keepShift(map, datum)
  }, [map, datum])

  const [first] = props.placeMarks
  return (
    <div className="globe-view" data-drawn={isDrawn}>
      <div className="globe-canvas" ref={container} />
      {map !== null && isDrawn && (
        <>
          <MarkButtons map={map} pick={props.pick} />
          {first !== undefined && props.placeMarks.length > 1 && (
            <MarkFan
              map={map}
              marks={props.placeMarks}
              at={datum.toMap(first.geometry.coordinates)}
              openedKey={props.openedKey}
              hrefOf={props.hrefOf}
            />
          )}
        </>
      )}
    </div>
  )
}

function useWholeStyle(base: StyleSpecification, tags: string[], current: Point | null) {
  const styleId = useMap((state) => state.styleId)
  const visibleRoad = useMap((state) => state.visibleRoad)
  const routes = useView((state) => state.routes)
  const openedRouteId = useView((state) => state.openedRouteId)
  const hasRealRoads = useView((state) => state.switches?.road ?? false)
  const shownRoutes = visibleRoad && !hasRealRoads ? routes : null
  const shift = useView((state) => state.shift)
  const [lng, lat] = current ?? []
  return useMemo(() => {
    const point: Point | null = lng === undefined || lat === undefined ? null : [lng, lat]
    return composeStyle(base, { styleId, tags, routes: shownRoutes, openedRouteId, current: point, shift })
  }, [base, styleId, tags, shownRoutes, openedRouteId, lng, lat, shift])
}

interface Listener {
  drawn(): void
  fail(): void
  pick(picked: Picked): void
}

/** Null where this browser cannot draw it. */
function openMap(container: HTMLElement, frame: HTMLElement, style: StyleSpecification, say: Listener) {
  let map: MapLibre
  try {
    map = createMap({ container, frame, style })
  } catch {
    return null
  }
  const stopScroll = allowPageScroll(map, minZoom)
  map.on('webglcontextlost', say.fail)
  // A tile that does not come leaves a gap and is asked for again; there is nothing to tell the reader.
  map.on('error', ({ error }) => console.warn(error.message))
  map.on('mousedown', pause)
  map.on('touchstart', pause)
  // Only what a reader does carries the event it came from.
  map.on('movestart', ({ originalEvent }) => originalEvent && leaveTour())
  map.on('moveend', (event) => {
    const { keepsCards } = event as { keepsCards?: boolean }
    if (!keepsCards && !usePlay.getState().isTouring) useView.setState({ bounds: boundsInView(map) })
  })
  map.on('moveend', () => keepShift(map, useView.getState().datum))
  map.on('resize', () => map.setPadding(paddingOf(container, frame), { keepsCards: true }))
  map.on('click', ({ point }) => {
    const picked = pickAt(map, point)
    if (picked !== null) say.pick(picked)
  })
  map.on('mousemove', ({ point }) => {
    if (!map.isMoving()) map.getCanvas().style.cursor = pickAt(map, point) === null ? '' : 'pointer'
  })
  map.once('load', () => {
    useView.setState({ camera: mapCamera({ map, container, frame }) })
    say.drawn()
  })
  return {
    map,
    close: () => {
      useView.setState({ camera: null, lastView: { center: map.getCenter().toArray(), zoom: map.getZoom() } })
      stopScroll()
      map.remove()
    },
  }
}

/** What a provider's map is off changes little by little from place to place. */
function keepShift(map: MapLibre, datum: Datum) {
  const shift = datum === sameDatum ? null : shiftInPixels(datum, map.getCenter().toArray(), 16)
  if (shift !== null || useView.getState().shift !== null) useView.setState({ shift })
}
