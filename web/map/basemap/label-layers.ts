import type { LayerSpecification } from 'maplibre-gl'
import { continents, countries, landforms, oceans, provinces, waters } from './area-labels.ts'
import { nameIn } from './name-label.ts'
import type { Lettering } from './map-design.ts'
import type { MapLanguage } from '#web/map/state/map-store.ts'
import { capitals, cities, peaks } from './spot-labels.ts'

/** Kinds of names: where two are in each other's way, the later has it. */
const kinds = [peaks, landforms, waters, provinces, cities, capitals, countries, oceans, continents]

export function labelLayers(lettering: Lettering, language: MapLanguage): LayerSpecification[] {
  const name = nameIn(language)
  return kinds.map((layer) => layer(lettering, name))
}
