import type { Map as MapLibre, MapGeoJSONFeature, PointLike } from 'maplibre-gl'
import { markLayer } from '#web/map/layers/mark-layers.ts'
import { routeLayer } from '#web/map/layers/route-layers.ts'
import { useView } from '#web/map/state/view-store.ts'

/** What one can pick on the map. */
export type Picked =
  | { kind: 'item'; itemId: string; placeId: string; label: string }
  | { kind: 'place'; placeId: string; label: string }
  | { kind: 'cluster'; center: [number, number]; zoom: number; label: string }
  | { kind: 'route'; id: string; label: string }

export interface PlacedMark {
  key: string
  picked: Picked
  x: number
  y: number
}

/** Pixels around a finger or pointer that count as hit. */
const reach = 8
const most = 60

/** What lies at a point: the nearest mark, else a route. */
export function pickAt(map: MapLibre, { x, y }: { x: number; y: number }): Picked | null {
  const box: [PointLike, PointLike] = [
    [x - reach, y - reach],
    [x + reach, y + reach],
  ]
  const layers = [markLayer, routeLayer].filter((id) => map.getLayer(id) !== undefined)
  const found = map.queryRenderedFeatures(box, { layers })
  const [nearest] = found
    .filter(({ layer }) => layer.id === markLayer)
    .map((feature) => ({ feature, distance: distanceTo(map, feature, x, y) }))
    .sort((a, b) => a.distance - b.distance)
  if (nearest !== undefined) return toPicked(nearest.feature)
  const route = found.find(({ layer }) => layer.id === routeLayer)
  return route === undefined ? null : { kind: 'route', id: route.properties['id'], label: route.properties['name'] }
}

/** The marks one sees, from west to east, for those who go from one to the next by keyboard. */
export function listPlacedMarks(map: MapLibre): PlacedMark[] {
  if (map.getLayer(markLayer) === undefined) return []
  const marks = map.queryRenderedFeatures({ layers: [markLayer] }).map((feature) => {
    const { x, y } = map.project(shownAt(feature))
    return { key: `${x.toFixed()} ${y.toFixed()}`, picked: toPicked(feature), x, y }
  })
  // A feature near the border of two tiles is found in both.
  return [...new Map(marks.map((mark) => [mark.key, mark])).values()]
    .sort((a, b) => a.x - b.x || a.y - b.y)
    .slice(0, most)
}

function toPicked(feature: MapGeoJSONFeature): Picked {
  const { count, placeId, place, itemType, itemId, title, expand } = feature.properties as {
    count?: number
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
  if (placeId !== undefined) return { kind: 'place', placeId, label: `${place}，${count} 本书` }
  return { kind: 'cluster', center: pointOf(feature), zoom: expand ?? 0, label: `这一带有 ${count} 本书，放大来看` }
}

function distanceTo(map: MapLibre, feature: MapGeoJSONFeature, x: number, y: number) {
  const at = map.project(shownAt(feature))
  return Math.hypot(at.x - x, at.y - y)
}

/** Tiles say where a mark is; a provider's map may show it elsewhere. */
function shownAt(feature: MapGeoJSONFeature) {
  return useView.getState().datum.toMap(pointOf(feature))
}

function pointOf({ geometry }: MapGeoJSONFeature): [number, number] {
  return geometry.type === 'Point' ? (geometry.coordinates as [number, number]) : [0, 0]
}
