import { Map as MapLibre, type StyleSpecification, setWorkerUrl } from 'maplibre-gl'
import { enclosingCenter, meanPosition } from '#shared/enclosing-center.ts'
import { zoomToFit } from './globe-size.ts'
import { drawImage, imageRatio } from '#web/frame/globe/layers/mark-images.ts'
import { initialCenter } from '#web/frame/globe/state/map-store.ts'
import { sansFonts } from '#web/frame/globe/layers/mark-layers.ts'
import { useView } from '#web/frame/globe/state/view-store.ts'
import { fadeAtLimb } from './fade-at-limb.ts'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import './map-canvas.css'

/** Length in pixels of a step by an arrow key in the middle of the globe. */
const stepPixels = 80

/** Longest step in degrees along a circle of latitude, whose degrees become short towards the poles. */
const longestStep = 30

const maxLatitude = 85

const directions: Record<string, [east: number, north: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

setWorkerUrl(workerUrl)

export const minZoom = 0.6
/** The closest zoom on a map provider's map and where editors pick a point. */
const maxZoom = 16
/**
 * The closest zoom on the site's own basemap. Beyond it a window over a city shows nothing but one plain surface
 * (docs/decisions/map-ground.md).
 */
const groundZoom = 8

/** Lets the map zoom in as far as its basemap has something to show. */
export function limitZoom(map: MapLibre, isProvider: boolean) {
  map.setMaxZoom(isProvider ? maxZoom : groundZoom)
}

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
  drawIcons(map)
  return map
}

/** Lets the map draw its icons when it first needs them. */
function drawIcons(map: MapLibre) {
  map.setMissingStyleImageResolver(async (name) => {
    const image = drawImage(name)
    if (image !== null && !map.hasImage(name)) map.addImage(name, image, { pixelRatio: imageRatio })
  })
}

/**
 * Creates a small globe that shows all of the given points, whose longitudes are continuous and may exceed 180°. The
 * wheel and a single finger scroll the page as usual; users zoom the globe by the wheel with Ctrl, and on touch screens
 * move it with two fingers. Returns null if the browser cannot draw the map.
 */
export function createSmallGlobe(
  container: HTMLElement,
  style: StyleSpecification,
  points: Point[],
  title: string,
): MapLibre | null {
  try {
    const map = new MapLibre({
      ...common,
      // At the same zoom the globe is larger if the centre of the map is nearer to a pole. Near a pole the whole globe
      // therefore fits into the small map only at a negative zoom.
      minZoom: -2,
      container,
      style,
      cooperativeGestures: true,
      locale: {
        'Map.Title': `${title}：方向键移动，加减号缩放`,
        'CooperativeGesturesHandler.WindowsHelpText': '按住 Ctrl 再滚动，可以缩放地图',
        'CooperativeGesturesHandler.MacHelpText': '按住 ⌘ 再滚动，可以缩放地图',
        'CooperativeGesturesHandler.MobileHelpText': '用两根手指移动地图',
      },
    })
    map.touchZoomRotate.disableRotation()
    map.keyboard.disableRotation()
    panByKeys(map)
    drawIcons(map)
    fadeAtLimb(map)
    // Before its style is loaded, the map is flat, and a flat map at a low zoom cannot move its centre away from the
    // equator. The points are therefore shown only after the style is loaded.
    map.once('style.load', () => showPoints(map, points))
    return map
  } catch {
    return null
  }
}

type Point = [lng: number, lat: number]

/** Zoom of a map that shows a single place. */
const placeZoom = 4.5
/**
 * Maximum difference in longitude, in degrees, of points that are shown in a close view. If the points are farther
 * apart, the map shows the whole globe.
 */
const widestNear = 90

/**
 * The largest number of points all of which a small globe tries to show. With more, such as the places of a reader's
 * books, it turns to where most of them are: a few distant ones would turn it away from all others.
 */
const mostFramed = 12

/** Diameter of a small globe as a fraction of the map's size, so that names at the edge of the globe have room. */
const smallGlobeShare = 0.87

/** Moves the map to a view that shows all points, if one side of the globe can show them. */
function showPoints(map: MapLibre, points: Point[]) {
  if (points.length === 0) return
  const [lngs, lats] = [points.map(([lng]) => lng), points.map(([, lat]) => lat)]
  const [west, south, east, north] = [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)]
  const { clientWidth, clientHeight: height } = map.getContainer()
  const isWide = east - west > widestNear
  const middle = { lng: (west + east) / 2, lat: (south + north) / 2 }
  const centerOf = points.length > mostFramed ? meanPosition : enclosingCenter
  const { lng, lat } = (isWide && centerOf(points.map((point) => ({ lng: point[0], lat: point[1] })))) || middle
  const whole = zoomToFit({ height, frame: Math.min(clientWidth, height), lat, share: smallGlobeShare })
  // The names of the places stand below their marks, so the padding at the lower edge is larger.
  const padding = { top: 40, left: 48, right: 48, bottom: 56 }
  const fitting = map.cameraForBounds([west, south, east, north], { padding, maxZoom: placeZoom })?.zoom ?? whole
  map.jumpTo({ center: [lng, lat], zoom: isWide ? whole : Math.max(fitting, whole) })
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

/**
 * Lets the arrow keys turn a small globe. MapLibre's own steps of 100 pixels do nothing if the centre is so near to a
 * pole that its circle of latitude has a smaller radius.
 */
function panByKeys(map: MapLibre) {
  map.getCanvas().addEventListener('keydown', (event) => {
    const direction = directions[event.key]
    if (direction === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    const { lng, lat } = map.getCenter()
    const narrowing = Math.cos((lat * Math.PI) / 180)
    const step = stepPixels * (360 / (512 * 2 ** map.getZoom())) * narrowing
    const [east, north] = [direction[0] * Math.min(longestStep, step / narrowing), direction[1] * step]
    const center: [number, number] = [lng + east, Math.max(-maxLatitude, Math.min(maxLatitude, lat + north))]
    map.easeTo({ center, duration: 300 })
  })
}
