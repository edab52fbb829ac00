import type { Map as MapLibre } from 'maplibre-gl'
import { boundsInView } from './bounds-in-view.ts'
import { angleBetween } from '#web/frame/globe/layers/angle-between.ts'
import { sightAngle } from './busiest-circle.ts'
import { initialZoom, paddingOf } from '#web/frame/globe/view/create-map.ts'
import { zoomToCircle, zoomToFit } from '#web/frame/globe/view/globe-size.ts'
import { initialCenter } from '#web/frame/globe/state/map-store.ts'
import { type Camera, useView } from '#web/frame/globe/state/view-store.ts'

/** Default duration in milliseconds of the map's flight to another place. */
const defaultFlight = 1600
/** The closest zoom of a flight to a circle, at which the user sees in which country its places lie. */
const closestCircle = 4.5

interface CameraParts {
  map: MapLibre
  container: HTMLElement
  frame: HTMLElement
}

/**
 * Returns the functions that move a MapLibre map. MapLibre itself jumps instead of flying if the user prefers reduced
 * motion.
 */
export function mapCamera(parts: CameraParts): Camera {
  const { map, container, frame } = parts
  const camera: Camera = {
    fly: (target, milliseconds = defaultFlight) =>
      new Promise((resolve) => {
        const { zoom, preservesCards = false } = target
        const center = useView.getState().datum.toMap(target.center)
        map.stop()
        // MapLibre fires a separate move event when the padding changes; the cards below the map must not change on
        // that event.
        map.setPadding(paddingOf(container, frame), { preservesCards: true })
        const level = Math.min(zoom ?? map.getZoom(), map.getMaxZoom())
        map.once('moveend', () => resolve(isAt(map, center[0], level)))
        map.flyTo({ center, zoom: level, duration: milliseconds }, { preservesCards })
      }),
    turn: (degrees, duration) => {
      const { lng, lat } = map.getCenter()
      let isTurning = true
      map.once('moveend', () => (isTurning = false))
      map.easeTo({ center: [lng - degrees, lat], duration, easing: (share) => share }, { preservesCards: true })
      return () => void (isTurning && map.stop())
    },
    zoom: () => map.getZoom(),
    bounds: () => boundsInView(map),
    isMoving: () => map.isMoving(),
    shows: (point) => showsPoint(parts, point),
    flyToCircle: ({ center, radius }) => void camera.fly({ center, zoom: zoomOfCircle(parts, center[1], radius) }),
    zoomBy: (levels) => void map.easeTo({ zoom: map.getZoom() + levels, duration: 250 }),
    home: () => {
      map.setPadding(paddingOf(container, frame), { preservesCards: true })
      map.flyTo({ center: initialCenter, zoom: initialZoom(container, frame), bearing: 0, pitch: 0 })
    },
  }
  return camera
}

/**
 * Returns whether a point lies in the part of the map that no panel covers. A point near the edge of the globe or on
 * its far side does not.
 */
function showsPoint({ map, container, frame }: CameraParts, point: [lng: number, lat: number]): boolean {
  const at = useView.getState().datum.toMap(point)
  const isGlobe = map.getProjection()?.type !== 'mercator'
  if (isGlobe && angleBetween(map.getCenter().toArray(), at) > sightAngle) return false
  const { x, y } = map.project(at)
  const { top, left, right, bottom } = paddingOf(container, frame)
  return x >= left && y >= top && x <= container.clientWidth - right && y <= container.clientHeight - bottom
}

/** Returns the zoom at which the map shows a circle; at the least, the map shows the whole globe. */
function zoomOfCircle({ map, container, frame }: CameraParts, lat: number, radius: number): number {
  const view = { height: container.clientHeight, frame: Math.min(frame.clientWidth, frame.clientHeight), lat }
  const whole = Math.max(map.getMinZoom(), zoomToFit(view))
  return Math.max(whole, Math.min(closestCircle, zoomToCircle(view, radius)))
}

/**
 * Returns whether the centre and zoom of the map equal the target. The latitude is not compared, because the flat map
 * limits it near the poles.
 */
function isAt(map: MapLibre, targetLng: number, targetZoom: number) {
  const turn = Math.abs(map.getCenter().lng - targetLng) % 360
  return Math.min(turn, 360 - turn) < 0.01 && Math.abs(map.getZoom() - targetZoom) < 0.05
}
