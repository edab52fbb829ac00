import type { Continent } from '#shared/continent.ts'

export interface Located {
  /** ISO 3166-1, two letters. */
  country: string
  /** Short name of the province-level division, for China only. */
  province: string | null
}

const countryNames = new Intl.DisplayNames('zh-Hans', { type: 'region' })
/** Shorter than the standard's, as readers say them. */
const shortNames: Record<string, string> = {
  PS: '巴勒斯坦',
  SJ: '斯瓦尔巴群岛',
  VA: '梵蒂冈',
  MM: '缅甸',
  GL: '格陵兰',
}

/** What a reader calls the region of a place: the province for China, else the country or territory. */
export function regionOf({ country, province }: Located): string {
  return province ?? shortNames[country] ?? countryNames.of(country) ?? country
}

const countries: Partial<Record<Continent, string>> = {
  中国: 'CN',
  欧洲: 'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK',
  非洲: 'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW',
  北美洲:
    'AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US VC VG VI',
  南美洲: 'AR BO BR CL CO EC FK GF GS GY PE PY SR UY VE',
  大洋洲: 'AS AU CC CK CX FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS',
  南极洲: 'AQ BV HM TF',
}
const continents = new Map(
  Object.entries(countries).flatMap(([continent, codes]) =>
    codes.split(' ').map((code) => [code, continent as Continent]),
  ),
)

/** The continent of a country; what stands in no other list lies in Asia. */
export function continentOf(country: string): Continent {
  return continents.get(country) ?? '亚洲'
}
