import { Map as MapLibre, type StyleSpecification, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import './map-canvas.css'
import { zoomToFit } from './globe-size.ts'
import { drawImage, imageRatio } from '#web/map/layers/mark-images.ts'
import { initialCenter } from '#web/map/state/map-store.ts'
import { sansFonts } from '#web/map/layers/mark-layers.ts'
import { useView } from '#web/map/state/view-store.ts'

setWorkerUrl(workerUrl)

export const minZoom = 0.6
const maxZoom = 16

const common = {
  minZoom,
  maxZoom,
  attributionControl: false,
  localIdeographFontFamily: sansFonts.join(','),
  fadeDuration: 150,
  dragRotate: false,
  pitchWithRotate: false,
  touchPitch: false,
  refreshExpiredTiles: false,
} as const

interface MapParts {
  container: HTMLElement
  /** Element with the position and size of the part of the map that no panel covers; the globe is centred in it. */
  frame: HTMLElement
  style: StyleSpecification
}

/**
 * Creates the MapLibre map of the map page. Only this file imports the MapLibre code, so that the browser loads
 * MapLibre after the page. Throws if the browser cannot draw the map.
 */
export function createMap({ container, frame, style }: MapParts): MapLibre {
  const map = new MapLibre({
    container,
    style,
    ...(useView.getState().lastView ?? { center: initialCenter, zoom: initialZoom(container, frame) }),
    ...common,
    locale: { 'Map.Title': '地图：方向键移动，加减号缩放' },
  })
  map.setPadding(paddingOf(container, frame))
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.setMissingStyleImageResolver(async (name) => {
    const image = drawImage(name)
    if (image !== null && !map.hasImage(name)) map.addImage(name, image, { pixelRatio: imageRatio })
  })
  return map
}

/** Creates a small map to pick a point on. Returns null if the browser cannot draw the map. */
export function createPickingMap(container: HTMLElement, style: StyleSpecification): MapLibre | null {
  try {
    const map = new MapLibre({
      ...common,
      container,
      style,
      center: initialCenter,
      zoom: 2.5,
      locale: { 'Map.Title': '选点的地图：方向键移动，加减号缩放' },
    })
    map.touchZoomRotate.disableRotation()
    map.keyboard.disableRotation()
    return map
  } catch {
    return null
  }
}

/** Returns the initial zoom of the map, at which the globe has the same size as in the placeholder image. */
export function initialZoom(container: HTMLElement, { clientWidth, clientHeight }: HTMLElement) {
  const frame = Math.min(clientWidth, clientHeight)
  return Math.max(minZoom, zoomToFit({ height: container.clientHeight, frame, lat: initialCenter[1] }))
}

/** Returns the padding of the map in pixels: how much of the map panels cover at each of its edges. */
export function paddingOf(container: HTMLElement, frame: HTMLElement) {
  const outer = container.getBoundingClientRect()
  const inner = frame.getBoundingClientRect()
  return {
    top: inner.top - outer.top,
    left: inner.left - outer.left,
    right: outer.right - inner.right,
    bottom: outer.bottom - inner.bottom,
  }
}
