import type { Map as MapLibre } from 'maplibre-gl'
import { boundsInView } from './bounds-in-view.ts'
import { initialZoom, paddingOf } from './create-map.ts'
import { initialCenter } from './map-store.ts'
import { type Camera, useView } from './view-store.ts'

const defaultFlight = 1600

interface CameraParts {
  map: MapLibre
  container: HTMLElement
  frame: HTMLElement
}

/** Moves MapLibre's map. Readers who want no motion are taken there at once: MapLibre sees to that itself. */
export function mapCamera({ map, container, frame }: CameraParts): Camera {
  return {
    fly: (target, milliseconds = defaultFlight) =>
      new Promise((resolve) => {
        const { zoom } = target
        const center = useView.getState().datum.toMap(target.center)
        map.stop()
        map.setPadding(paddingOf(container, frame))
        map.once('moveend', () => resolve(isNear(map.getCenter().toArray(), center)))
        map.flyTo({ center, zoom: zoom ?? map.getZoom(), duration: milliseconds })
      }),
    zoom: () => map.getZoom(),
    look: () => boundsInView(map),
    zoomBy: (levels) => void map.easeTo({ zoom: map.getZoom() + levels, duration: 250 }),
    home: () => void map.flyTo({ center: initialCenter, zoom: initialZoom(container, frame), bearing: 0, pitch: 0 }),
  }
}

function isNear([lng, lat]: [number, number], [targetLng, targetLat]: [number, number]) {
  const turn = Math.abs(lng - targetLng) % 360
  return Math.min(turn, 360 - turn) < 0.01 && Math.abs(lat - targetLat) < 0.01
}
