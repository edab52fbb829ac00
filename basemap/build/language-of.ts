/** Countries whose place-name signs are not in their most widely spoken language, by the language of the signs. */
const onTheSigns = new Map(
  Object.entries({
    ar: 'DZ MA',
    bs: 'BA',
    en: 'GH NA RW',
    fr: 'BE BI CF CM MG MU NE SN',
    kk: 'KZ',
    lo: 'LA',
    sr: 'RS',
    'sr-Latn': 'ME',
    ur: 'PK',
  }).flatMap(([language, countries]) => countries.split(' ').map((country) => [country, language] as const)),
)

/** Returns the main language of a country, which is taken from the "likely subtags" table of Unicode CLDR. */
export function languageOf(country: string): string {
  return onTheSigns.get(country) ?? new Intl.Locale(`und-${country}`).maximize().language
}
