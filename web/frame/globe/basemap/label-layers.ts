import type { LayerSpecification } from 'maplibre-gl'
import { continents, countries, landforms, largeCountries, oceans, provinces, waters } from './area-labels.ts'
import { nameExpression } from './name-label.ts'
import type { LabelStyle } from './map-design.ts'
import type { MapLanguage } from '#web/frame/globe/state/map-store.ts'
import { capitals, cities, peaks } from './spot-labels.ts'

/**
 * Label layers by kind, in ascending priority: of two labels that collide, the map shows the one of the later layer.
 */
const layersByPriority = [
  peaks,
  landforms,
  waters,
  provinces,
  cities,
  capitals,
  countries,
  oceans,
  continents,
  largeCountries,
]

export function labelLayers(labelStyle: LabelStyle, language: MapLanguage): LayerSpecification[] {
  const name = nameExpression(language)
  return layersByPriority.map((layer) => layer(labelStyle, name))
}
