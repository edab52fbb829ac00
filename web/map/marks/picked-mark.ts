import type { GeoJsonProperties } from 'geojson'
import type { Map as MapLibre, MapGeoJSONFeature, PointLike } from 'maplibre-gl'
import { limbFade } from '#web/frame/globe/layers/limb-opacity.ts'
import { markLayer } from '#web/frame/globe/layers/mark-layers.ts'
import { routeLayer } from '#web/frame/globe/layers/route-layers.ts'
import { stopLayer } from '#web/frame/globe/layers/tour-layers.ts'
import { useView } from '#web/frame/globe/state/view-store.ts'

/** A stop of the tour; `index` is its position in the tour. */
interface PickedStop {
  kind: 'stop'
  index: number
}

/** A mark, a route or a stop of the tour on the map that the user can select. */
export type Picked = PickedMark | PickedStop

/** A mark or a route on the map. */
export type PickedMark =
  | { kind: 'item'; itemId: string; placeId: string; label: string }
  | { kind: 'place'; placeId: string; label: string }
  | { kind: 'cluster'; center: [number, number]; zoom: number; label: string }
  | { kind: 'route'; id: string; label: string }

export interface PlacedMark {
  key: string
  picked: PickedMark
  x: number
  y: number
}

/** Distance in pixels around the pointer within which a click hits a mark or a route. */
const hitRadius = 8
/** Maximum number of marks that get a button for the keyboard. */
const maxMarks = 60

/**
 * Returns what the map shows at a point of the canvas: a stop of the tour, otherwise the nearest mark, otherwise a
 * route; null if there is none of these.
 */
export function pickAt(map: MapLibre, { x, y }: { x: number; y: number }): Picked | null {
  const box: [PointLike, PointLike] = [
    [x - hitRadius, y - hitRadius],
    [x + hitRadius, y + hitRadius],
  ]
  const layers = [stopLayer, markLayer, routeLayer].filter((id) => map.getLayer(id) !== undefined)
  const found = map.queryRenderedFeatures(box, { layers }).filter(isVisible)
  const stop = found.find(({ layer }) => layer.id === stopLayer)
  if (stop !== undefined) return { kind: 'stop', index: stop.properties['index'] }
  const [nearest] = found
    .filter(({ layer }) => layer.id === markLayer)
    .map((feature) => ({ feature, distance: distanceTo(map, feature, x, y) }))
    .sort((a, b) => a.distance - b.distance)
  if (nearest !== undefined) return toPicked(map, nearest.feature)
  const route = found.find(({ layer }) => layer.id === routeLayer)
  return route === undefined ? null : { kind: 'route', id: route.properties['id'], label: route.properties['name'] }
}

/** Returns the visible marks of the map from left to right, for navigation by keyboard. */
export function listPlacedMarks(map: MapLibre): PlacedMark[] {
  if (map.getLayer(markLayer) === undefined) return []
  const marks = map
    .queryRenderedFeatures({ layers: [markLayer] })
    .filter(isVisible)
    .map((feature) => {
      const { x, y } = map.project(displayedPoint(feature))
      return { key: `${x.toFixed()} ${y.toFixed()}`, picked: toPicked(map, feature), x, y }
    })
  // MapLibre returns a mark near the border of two tiles twice, so the position as a key removes duplicates.
  return [...new Map(marks.map((mark) => [mark.key, mark])).values()]
    .sort((a, b) => a.x - b.x || a.y - b.y)
    .slice(0, maxMarks)
}

/** Returns whether a mark or route can be seen well: marks near the edge of the globe are faint or transparent. */
function isVisible({ state }: MapGeoJSONFeature) {
  return (state[limbFade] ?? 1) > 0.5
}

function toPicked(map: MapLibre, feature: MapGeoJSONFeature): PickedMark {
  return pickedOf(feature.properties, pointOf(feature), feature.properties['expand'] > map.getMaxZoom())
}

/**
 * Returns what a feature of a tile of marks shows. `isLast` tells whether the map cannot zoom in so far that the marks
 * of a cluster separate.
 */
export function pickedOf(properties: GeoJsonProperties, center: [number, number], isLast: boolean): PickedMark {
  const { count, isLowerBound, placeId, place, itemType, itemId, title, expand } = (properties ?? {}) as {
    count?: number
    isLowerBound?: boolean
    placeId?: string
    place?: string
    itemType?: string
    itemId?: string
    title?: string
    expand?: number
  }
  if (count === undefined && itemId !== undefined && placeId !== undefined)
    return {
      kind: 'item',
      itemId,
      placeId,
      label: `${itemType === 'video' ? `视频：${title}` : `《${title}》`}，${place}`,
    }
  const books = `${count}${isLowerBound ? '+' : ''} 本书`
  if (placeId !== undefined) return { kind: 'place', placeId, label: `${place}，${books}` }
  const next = isLast ? '看下面的卡片' : '放大来看'
  return { kind: 'cluster', center, zoom: expand ?? 0, label: `这一带有 ${books}，${next}` }
}

function distanceTo(map: MapLibre, feature: MapGeoJSONFeature, x: number, y: number) {
  const at = map.project(displayedPoint(feature))
  return Math.hypot(at.x - x, at.y - y)
}

/**
 * Returns the longitude and latitude at which the map draws a mark. The coordinates of a map provider's map may differ
 * from WGS-84, which the marks' tiles use.
 */
function displayedPoint(feature: MapGeoJSONFeature) {
  return useView.getState().datum.toMap(pointOf(feature))
}

function pointOf({ geometry }: MapGeoJSONFeature): [number, number] {
  return geometry.type === 'Point' ? (geometry.coordinates as [number, number]) : [0, 0]
}
