import { geoArea } from 'd3-geo'
import type { Feature, MultiPolygon, Polygon } from 'geojson'
import isoCountries from 'i18n-iso-countries'
import { type Label, toLabel } from './label.ts'
import { labelSpot } from './label-spot.ts'
import { languageOf } from './language-of.ts'
import { readCountryCodes, readNames } from './name-tables.ts'
import { polygonsOf } from './planar-land.ts'
import { worldCountries } from './world-atlas.ts'

type Country = Feature<Polygon | MultiPolygon>

/** Chinese names for countries whose Unicode name is unusual or too long for a label. */
const chinese: Record<string, string> = { CD: '刚果（金）', CG: '刚果（布）', PS: '巴勒斯坦', AE: '阿联酋' }
const english: Record<string, string> = { PS: 'Palestine', CD: 'DR Congo', CG: 'Congo', MM: 'Myanmar', TR: 'Türkiye' }
/** Local names for countries whose Unicode name is not the name that the country uses itself. */
const local: Record<string, string> = { KP: '조선', KR: '한국', PS: 'فلسطين' }

export function countryLabels(): Label[] {
  const wanted = readCountryCodes()
  const spots = new Map(
    readNames('countries.txt').map((line) => [line.slice(0, 2), line.slice(3).split('|').map(Number)]),
  )
  const [inChinese, inEnglish] = [namesIn('zh-Hans'), namesIn('en')]
  const labels: Label[] = []
  for (const country of worldCountries('10m') as Country[]) {
    const code = isoCountries.numericToAlpha2(String(country.id ?? '')) ?? ''
    // The atlas has several shapes with the same number for a country and its dependent areas; the first one is the
    // country, and the others get no label.
    if (!wanted.delete(code)) continue
    const [lng = 0, lat = 0, zoom] = spots.get(code) ?? labelSpot(country.geometry)
    const extent = extentOf(country)
    labels.push(
      toLabel({
        kind: 'country',
        zh: chinese[code] ?? inChinese(code),
        en: english[code] ?? inEnglish(code),
        local: local[code] ?? namesIn(languageOf(code))(code),
        lng,
        lat,
        minzoom: zoom ?? Math.max(0, Math.min(5, Math.round((4.6 - extent * 1.7) * 10) / 10)),
        rank: Math.round(1000 - extent * 100),
      }),
    )
  }
  if (wanted.size > 0) throw new Error(`地图数据里没有这些国家：${[...wanted].join('、')}`)
  return labels
}

/** Returns the base-10 logarithm of a country's area in square degrees. */
function extentOf({ geometry }: Country) {
  const areas = polygonsOf(geometry).map((polygon) => geoArea(polygon))
  // If the winding order of a polygon ring is wrong, `geoArea` returns the area of the rest of the world. The area of
  // the country is therefore the smaller one of the two.
  const steradians = areas.reduce((sum, area) => sum + Math.min(area, Math.abs(4 * Math.PI - area)), 0)
  return Math.log10(steradians * (180 / Math.PI) ** 2 + 0.001)
}

function namesIn(language: string) {
  const display = new Intl.DisplayNames([language, 'en'], { type: 'region' })
  return (code: string) => display.of(code) ?? code
}
