import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import type { Route } from '#shared/api/place/route.ts'
import { markTitleColours } from './base-style.ts'
import type { StyleId } from '#web/map/state/map-store.ts'
import {
  currentSource,
  markLayers,
  markSource,
  needleLayer,
  pinHeadLayer,
  type Shift,
} from '#web/map/layers/mark-layers.ts'
import { routeLayers, routeSource } from '#web/map/layers/route-layers.ts'

interface MapOverlays {
  styleId: StyleId
  /** The query of the URL of the mark tiles, which filters the marks. */
  markQuery: string
  /** Historic travel routes to draw; null while the routes are hidden or not loaded. */
  routes: Route[] | null
  openedRouteId: string | null
  /** Longitude and latitude of the pin that marks the place of the current card on the map. */
  current: [lng: number, lat: number] | null
  /** Offset of a map provider's map against WGS-84, in pixels at zoom 16. */
  shift: Shift
}

/** Returns the complete map style: the basemap, and above it the routes, the marks and the pin. */
export function composeStyle(base: StyleSpecification, overlays: MapOverlays): StyleSpecification {
  const { titleInk, titleHalo } = markTitleColours[overlays.styleId]
  const layers: LayerSpecification[] = [needleLayer, ...markLayers(titleInk, titleHalo, overlays.shift), pinHeadLayer]
  const sources = { ...base.sources, mark: markSource(overlays.markQuery), current: currentSource(overlays.current) }
  if (overlays.routes === null) return { ...base, sources, layers: [...base.layers, ...layers] }
  return {
    ...base,
    sources: { ...sources, route: routeSource(overlays.routes, overlays.openedRouteId) },
    layers: [...base.layers, ...routeLayers(titleHalo), ...layers],
  }
}
