import type { Map as MapLibre } from 'maplibre-gl'
import { boundsInView } from './bounds-in-view.ts'
import { initialZoom, paddingOf } from './create-map.ts'
import { initialCenter } from '#web/map/state/map-store.ts'
import { type Camera, useView } from '#web/map/state/view-store.ts'

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
        const { zoom, keepsCards = false } = target
        const center = useView.getState().datum.toMap(target.center)
        map.stop()
        // A move of its own to MapLibre, not to the reader.
        map.setPadding(paddingOf(container, frame), { keepsCards: true })
        const level = zoom ?? map.getZoom()
        map.once('moveend', () => resolve(isAt(map, center[0], level)))
        map.flyTo({ center, zoom: level, duration: milliseconds }, { keepsCards })
      }),
    zoom: () => map.getZoom(),
    look: () => boundsInView(map),
    zoomBy: (levels) => void map.easeTo({ zoom: map.getZoom() + levels, duration: 250 }),
    home: () => {
      map.setPadding(paddingOf(container, frame), { keepsCards: true })
      map.flyTo({ center: initialCenter, zoom: initialZoom(container, frame), bearing: 0, pitch: 0 })
    },
  }
}

/** Whether a flight came to its end. The latitude may be held back near the poles of the flat map. */
function isAt(map: MapLibre, targetLng: number, targetZoom: number) {
  const turn = Math.abs(map.getCenter().lng - targetLng) % 360
  return Math.min(turn, 360 - turn) < 0.01 && Math.abs(map.getZoom() - targetZoom) < 0.05
}
