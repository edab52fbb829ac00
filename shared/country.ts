import type { Continent } from './continent.ts'

/**
 * Countries and territories by continent, as two-letter ISO 3166-1 codes. Kosovo (XK) has no official code and is not
 * offered.
 */
export const countriesOf: Record<Continent, string> = {
  中国: 'CN',
  亚洲: 'AE AF AM AZ BD BH BN BT GE ID IL IN IO IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR UZ VN YE',
  欧洲: 'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA',
  非洲: 'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW',
  北美洲:
    'AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US VC VG VI',
  南美洲: 'AR BO BR CL CO EC FK GF GS GY PE PY SR UY VE',
  大洋洲: 'AS AU CC CK CX FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS',
  南极洲: 'AQ BV HM TF',
}

const countries = new Set(Object.values(countriesOf).flatMap((codes) => codes.split(' ')))

/** Returns whether a text is the code of a country or territory that places may have. */
export function isCountry(code: string): boolean {
  return countries.has(code)
}

const countryNames = new Intl.DisplayNames('zh-Hans', { type: 'region' })
/** Common short Chinese names of countries, used instead of the official names. */
const shortNames: Record<string, string> = {
  PS: '巴勒斯坦',
  SJ: '斯瓦尔巴群岛',
  VA: '梵蒂冈',
  MM: '缅甸',
  GL: '格陵兰',
  FK: '马尔维纳斯群岛（福克兰群岛）',
}

/**
 * Cache of the names that were looked up, by code, because a lookup in `Intl.DisplayNames` takes about a microsecond.
 */
const foundNames = new Map(Object.entries(shortNames))

/** Returns the common Chinese name of a country or territory. */
export function countryName(code: string): string {
  const found = foundNames.get(code)
  if (found !== undefined) return found
  const name = countryNames.of(code) ?? code
  // Only valid country codes are cached, so that requests with invented codes cannot fill the memory.
  if (isCountry(code)) foundNames.set(code, name)
  return name
}
