import type { Person } from '#shared/api/person/person.ts'
import { isoYear } from '#shared/iso-year.ts'

/** Returns the schema.org description of a person as JSON-LD. */
export function personJsonLd({ id, name, names, born, died, desc, places }: Person, publicUrl: string): object {
  const placeOf = (kind: 'born' | 'died') => {
    const place = places.find((one) => one.kind === kind)
    const url = place && `${publicUrl}/place/${place.placeId}`
    return place && { '@type': 'Place', '@id': url, url, name: place.name }
  }
  return {
    '@type': 'Person',
    '@id': `${publicUrl}/person/${id}`,
    url: `${publicUrl}/person/${id}`,
    name,
    alternateName: names.length > 0 ? names.map((one) => one.name) : undefined,
    description: desc || undefined,
    birthDate: born && isoYear(born.year),
    deathDate: died && isoYear(died.year),
    birthPlace: placeOf('born'),
    deathPlace: placeOf('died'),
  }
}
