import { baseLayers, borderLayers } from './base-layers.ts'
import { worldCityLabels } from './city-labels.ts'
import { countryLabels } from './country-labels.ts'
import { readCities } from './geonames-reader.ts'
import type { Label } from './label.ts'
import { readTranslations } from './mo-reader.ts'
import type { Sources } from './source-packages.ts'
import { TileFile, type TileFileFacts } from './tile-file.ts'
import { vectorMaxZoom, writeVectorTiles } from './vector-tiles.ts'
import { chineseCityLabels, physicalLabels, provinceLabels } from './written-labels.ts'

export function buildBase(path: string, sources: Sources): TileFileFacts {
  const file = new TileFile(path, metadata('base'))
  writeVectorTiles(file, baseLayers(sources.naturalEarth, allLabels(sources)))
  return file.finish()
}

export function buildBorder(path: string): TileFileFacts {
  const file = new TileFile(path, metadata('border'))
  writeVectorTiles(file, borderLayers())
  return file.finish()
}

function metadata(name: string) {
  return { name, format: 'pbf', minzoom: '0', maxzoom: String(vectorMaxZoom) }
}

function allLabels({ cities, cityNames }: Sources): Label[] {
  const read = new Map<string, Map<string, string>>()
  const namesIn = (language: string) => {
    const names = read.get(language) ?? readTranslations(cityNames(language))
    read.set(language, names)
    return names
  }
  return [
    ...physicalLabels(),
    ...countryLabels(),
    ...provinceLabels(),
    ...chineseCityLabels(),
    ...worldCityLabels(readCities(cities), namesIn),
  ]
}
