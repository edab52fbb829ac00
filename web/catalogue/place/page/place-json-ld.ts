import type { PlacePage } from '#shared/api/place/place-page.ts'

/** Returns the schema.org description of a place as JSON-LD, for search engines. */
export function placeJsonLd({ id, name, names, region, lng, lat }: PlacePage, publicUrl: string): object {
  return {
    '@type': 'Place',
    '@id': `${publicUrl}/place/${id}`,
    name,
    alternateName: names.length > 0 ? names.map((one) => one.name) : undefined,
    url: `${publicUrl}/place/${id}`,
    geo: { '@type': 'GeoCoordinates', latitude: lat, longitude: lng },
    containedInPlace: region === name ? undefined : { '@type': 'AdministrativeArea', name: region },
  }
}
