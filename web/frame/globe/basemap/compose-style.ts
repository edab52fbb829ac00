import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import type { Route } from '#shared/api/place/route.ts'
import { markTitleColours } from './base-style.ts'
import type { StyleId } from '#web/frame/globe/state/map-store.ts'
import { limbOpacity } from '#web/frame/globe/layers/limb-opacity.ts'
import {
  type CurrentPlace,
  currentSource,
  markLayers,
  markSource,
  needleLayer,
  pinHeadLayer,
  pinNameLayer,
  type Shift,
} from '#web/frame/globe/layers/mark-layers.ts'
import { routeLayers, routeSource } from '#web/frame/globe/layers/route-layers.ts'
import { tourLineLayers, tourSources, tourStopLayer } from '#web/frame/globe/layers/tour-layers.ts'

interface MapOverlays {
  styleId: StyleId
  /** The query of the URL of the mark tiles, which filters the marks. */
  markQuery: string
  /** Historic travel routes to draw; null while the routes are hidden or not loaded. */
  routes: Route[] | null
  openedRouteId: string | null
  /** Positions of the stops of the tour to draw, in their order; null while no tour is shown. */
  tourStops: [lng: number, lat: number][] | null
  /** The place of the current card, which a pin marks on the map. */
  current: CurrentPlace | null
  /** Id of the place whose books are fanned out, so that the map need not show them a second time; null without one. */
  fannedPlaceId: string | null
  /** Whether the marks are only of books about times before most of the countries of today. */
  isOldTime: boolean
  /** Offset of a map provider's map against WGS-84, in pixels at zoom 16. */
  shift: Shift
}

/** Returns the complete map style: the basemap, and above it the routes, the tour, the marks and the pin. */
export function composeStyle(base: StyleSpecification, overlays: MapOverlays): StyleSpecification {
  const { routes, tourStops } = overlays
  const colours = markTitleColours[overlays.styleId]
  return {
    ...base,
    sources: {
      ...base.sources,
      mark: markSource(overlays.markQuery),
      current: currentSource(overlays.current),
      ...(routes && { route: routeSource(routes, overlays.openedRouteId) }),
      ...(tourStops && tourSources(tourStops)),
    },
    layers: [
      ...(overlays.isOldTime ? withoutModernNames(base.layers) : base.layers),
      ...(routes ? routeLayers(colours.titleHalo, overlays.openedRouteId !== null) : []),
      ...(tourStops ? tourLineLayers(colours.titleHalo) : []),
      needleLayer,
      pinNameLayer(colours),
      ...markLayers(colours, overlays.shift, overlays.fannedPlaceId),
      ...(tourStops ? [tourStopLayer] : []),
      pinHeadLayer,
    ],
  }
}

const modernAreas = ['label-country', 'label-large-country', 'label-province']
const modernCities = ['label-city', 'label-capital']

/** Leaves out the names of countries and provinces of today, and fades those of cities. */
function withoutModernNames(layers: LayerSpecification[]): LayerSpecification[] {
  return layers.flatMap((layer): LayerSpecification[] => {
    if (modernAreas.includes(layer.id)) return []
    if (layer.type !== 'symbol' || !modernCities.includes(layer.id)) return [layer]
    return [{ ...layer, paint: { ...layer.paint, 'text-opacity': ['*', limbOpacity, 0.45] } }]
  })
}
