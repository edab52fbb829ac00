import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import type { Route } from '#shared/api/place/route.ts'
import { styleLooks } from './base-style.ts'
import type { StyleId } from '#web/map/state/map-store.ts'
import { currentLayer, currentSource, markLayers, markSource, type Shift } from '#web/map/layers/mark-layers.ts'
import { routeLayers, routeSource } from '#web/map/layers/route-layers.ts'

interface OnTheMap {
  styleId: StyleId
  tags: string[]
  /** The great routes, while they are shown. */
  routes: Route[] | null
  openedRouteId: string | null
  /** Where the card one is at belongs. */
  current: [lng: number, lat: number] | null
  /** How far a provider's map is off. */
  shift: Shift
}

/** A whole style: the map underneath, and on it routes, marks and the pin. MapLibre is told what changes and keeps the rest. */
export function composeStyle(base: StyleSpecification, shown: OnTheMap): StyleSpecification {
  const { titleInk, titleHalo } = styleLooks[shown.styleId]
  const layers: LayerSpecification[] = [...markLayers(titleInk, titleHalo, shown.shift), currentLayer]
  const sources = { ...base.sources, mark: markSource(shown.tags), current: currentSource(shown.current) }
  if (shown.routes === null) return { ...base, sources, layers: [...base.layers, ...layers] }
  return {
    ...base,
    sources: { ...sources, route: routeSource(shown.routes, shown.openedRouteId) },
    layers: [...base.layers, ...routeLayers(titleHalo), ...layers],
  }
}
