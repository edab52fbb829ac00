import type { Map as MapLibre, StyleSpecification } from 'maplibre-gl'
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Mark } from '#shared/api/place/mark.ts'
import type { Site } from '#shared/api/site.ts'
import { composeStyle } from '#web/frame/globe/basemap/compose-style.ts'
import { createMap, limitZoom, minZoom, paddingOf } from '#web/frame/globe/view/create-map.ts'
import { shiftInPixels } from '#web/frame/globe/basemap/load-datum.ts'
import { type Datum, identityDatum } from '#web/frame/globe/state/map-datum.ts'
import { mapCamera } from './map-camera.ts'
import type { MapFilter } from '#web/frame/globe/state/map-address.ts'
import { markQueryOf } from '#web/frame/globe/layers/mark-layers.ts'
import type { OpenedPlace } from '#web/map/state/load-map.ts'
import { useMap } from '#web/frame/globe/state/map-store.ts'
import { useShownRoutes } from '#web/map/route/shown-routes.ts'
import { useShownStyle } from '#web/frame/globe/state/shown-style.ts'
import { openCluster } from '#web/map/marks/open-cluster.ts'
import type { CurrentPlace } from '#web/frame/globe/layers/mark-layers.ts'
import { MarkButtons } from '#web/map/marks/mark-buttons.tsx'
import { MarkFan } from '#web/map/marks/mark-fan.tsx'
import { allowPageScroll } from './page-scroll.ts'
import { pickAt, type Picked, type PickedMark } from '#web/map/marks/picked-mark.ts'
import { goToStop, leaveTour, pause, usePlay } from '#web/map/state/play-store.ts'
import { usePinTurn } from '#web/map/marks/pin-turn.ts'
import { fadeAtLimb } from '#web/frame/globe/view/fade-at-limb.ts'
import { boundsInView } from './bounds-in-view.ts'
import { useBaseStyle } from '#web/frame/globe/basemap/use-base-style.ts'
import { useView } from '#web/frame/globe/state/view-store.ts'
import './globe-view.css'

type Point = [lng: number, lat: number]

export interface GlobeViewProps {
  config: Site['map']
  filter: MapFilter
  /** The place of the current card, in WGS-84, which a pin marks on the map. */
  current: CurrentPlace | null
  /** The place that the user opened on the map. */
  place: OpenedPlace | null
  openedKey: string | null
  /** Element with the position and size of the part of the map that no panel covers. */
  frame: RefObject<HTMLElement | null>
  hrefOf(mark: Mark): string
  pick(picked: PickedMark): void
  /** Called when the map cannot be drawn, so that the caller shows the flat map instead. */
  fail(): void
}

/** The interactive map. The browser loads it after the page and shows a placeholder image until the map is drawn. */
export function GlobeView(props: GlobeViewProps) {
  const { place, openedKey } = props
  const container = useRef<HTMLDivElement>(null)
  const datum = useView((state) => state.datum)
  const { style: base, watch } = useBaseStyle(props.config)
  const [map, setMap] = useState<MapLibre | null>(null)
  const style = useComposedStyle(base, map, props)
  const [isDrawn, setDrawn] = useState(false)
  const pick = (picked: Picked) => {
    if (picked.kind === 'stop') goToStop(picked.index)
    else if (picked.kind !== 'cluster') props.pick(picked)
    else if (map !== null) openCluster(map, picked, () => (place !== null || openedKey !== null) && props.pick(picked))
  }
  const onPick = useEffectEvent(pick)
  const start = useEffectEvent(() => {
    const { frame, fail } = props
    if (container.current === null || frame.current === null) return
    const created = openMap(container.current, frame.current, style, {
      drawn: () => setDrawn(true),
      fail,
      pick: onPick,
    })
    if (created === null) return fail()
    // MapLibre accepts a change of the map's style only after the first style is loaded.
    created.map.once('style.load', () => setMap(created.map))
    watch(created.map)
    return created.close
  })
  useEffect(() => start(), [])
  useUpdates(map, style, props)

  return (
    <div className="globe-view" data-drawn={isDrawn}>
      <div className="globe-canvas" ref={container} />
      {map !== null && isDrawn && (
        <>
          <MarkButtons map={map} pick={pick} />
          {place !== null && isFanned(place) && (
            <MarkFan
              map={map}
              place={place}
              at={datum.toMap(place.center)}
              openedKey={openedKey}
              hrefOf={props.hrefOf}
            />
          )}
        </>
      )}
    </div>
  )
}

/** React hook that passes to the map what has changed on the page. */
function useUpdates(map: MapLibre | null, style: StyleSpecification, { config, current }: GlobeViewProps) {
  const datum = useView((state) => state.datum)
  useEffect(() => {
    map?.setStyle(style, { diff: true })
  }, [map, style])
  const hasProvider = useView((state) => !state.isProviderDown) && config.provider !== null
  useEffect(() => {
    if (map !== null) limitZoom(map, hasProvider)
  }, [map, hasProvider])
  useEffect(() => {
    if (map !== null) updateShift(map, datum)
  }, [map, datum])
  const pinName = current?.name ?? null
  useEffect(() => useView.setState({ pinName }), [pinName])
}

/** Returns whether the covers of the books of an opened place are fanned out. A single book has its mark. */
function isFanned({ marks }: OpenedPlace): boolean {
  return marks.length > 1
}

/**
 * Returns the positions of the stops of the tour in the map's coordinates; null if the map does not draw them. They are
 * hidden while a mark or place is open.
 */
function useTourStops(isHidden: boolean): Point[] | null {
  const datum = useView((state) => state.datum)
  const playData = usePlay(({ isTouring, hasPath, playData }) => (isTouring && hasPath ? playData : null))
  return useMemo(
    () => (isHidden ? null : (playData?.map(({ geometry }) => datum.toMap(geometry.coordinates)) ?? null)),
    [isHidden, playData, datum],
  )
}

/** The year from which a window of time shows the names of the countries of today. */
const modernYear = 1840

function useComposedStyle(
  base: StyleSpecification,
  map: MapLibre | null,
  { filter, current, place, openedKey }: GlobeViewProps,
) {
  const tourStops = useTourStops(place !== null || openedKey !== null)
  const datum = useView((state) => state.datum)
  const styleId = useShownStyle()
  const visibleRoad = useMap((state) => state.visibleRoad)
  const routes = useShownRoutes(filter)
  const openedRouteId = useView((state) => state.openedRouteId)
  const hasRealRoads = useView((state) => state.switches?.road ?? false)
  const shownRoutes = visibleRoad && !hasRealRoads ? routes : null
  const shift = useView((state) => state.shift)
  const [lng, lat] = (current && datum.toMap(current.point)) ?? []
  const name = current?.name ?? ''
  const turn = usePinTurn(map, lng === undefined || lat === undefined ? null : [lng, lat])
  const fannedPlaceId = place !== null && isFanned(place) ? place.id : null
  const markQuery = markQueryOf(filter)
  const isOldTime = filter.to !== undefined && filter.to <= modernYear
  return useMemo(() => {
    const current: CurrentPlace | null =
      lng === undefined || lat === undefined ? null : { point: [lng, lat], name, turn }
    return composeStyle(base, {
      styleId,
      markQuery,
      routes: shownRoutes,
      openedRouteId,
      tourStops,
      current,
      fannedPlaceId,
      isOldTime,
      shift,
    })
  }, [
    base,
    styleId,
    markQuery,
    shownRoutes,
    openedRouteId,
    tourStops,
    lng,
    lat,
    name,
    turn,
    fannedPlaceId,
    isOldTime,
    shift,
  ])
}

interface Listener {
  drawn(): void
  fail(): void
  pick(picked: Picked): void
}

/** Creates the map and its event listeners. Returns null if the browser cannot draw the map. */
function openMap(container: HTMLElement, frame: HTMLElement, style: StyleSpecification, listener: Listener) {
  let map: MapLibre
  try {
    map = createMap({ container, frame, style })
  } catch {
    return null
  }
  fadeAtLimb(map)
  map.on('render', () => (container.ariaBusy = 'true'))
  map.on('idle', () => (container.ariaBusy = 'false'))
  const stopScroll = allowPageScroll(map, minZoom)
  map.on('webglcontextlost', listener.fail)
  // A map tile that fails to load leaves a gap and is requested again, so the user gets no message.
  map.on('error', ({ error }) => console.warn(error.message))
  map.on('mousedown', pause)
  map.on('touchstart', pause)
  // MapLibre's move events have an `originalEvent` only if the user moved the map, not if the program did.
  map.on('movestart', ({ originalEvent }) => originalEvent && leaveTour())
  map.on('moveend', (event) => {
    const { preservesCards } = event as { preservesCards?: boolean }
    if (!preservesCards && !usePlay.getState().isTouring) useView.setState({ bounds: boundsInView(map) })
  })
  map.on('moveend', () => updateShift(map, useView.getState().datum))
  map.on('resize', () => map.setPadding(paddingOf(container, frame), { preservesCards: true }))
  map.on('click', ({ point }) => {
    const picked = pickAt(map, point)
    if (picked !== null) listener.pick(picked)
  })
  map.on('mousemove', ({ point }) => {
    if (!map.isMoving()) map.getCanvas().style.cursor = pickAt(map, point) === null ? '' : 'pointer'
  })
  map.once('load', () => {
    useView.setState({ camera: mapCamera({ map, container, frame }) })
    listener.drawn()
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

/** Updates the offset of a map provider's map against WGS-84, which varies from place to place. */
function updateShift(map: MapLibre, datum: Datum) {
  const shift = datum === identityDatum ? null : shiftInPixels(datum, map.getCenter().toArray(), 16)
  if (shift !== null || useView.getState().shift !== null) useView.setState({ shift })
}
