/** Language of place signs in countries where the language with the most speakers is not the one on the signs. */
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

/** Returns the main language of a country, by the likely subtags of Unicode CLDR. */
export function languageOf(country: string): string {
  return onTheSigns.get(country) ?? new Intl.Locale(`und-${country}`).maximize().language
}
