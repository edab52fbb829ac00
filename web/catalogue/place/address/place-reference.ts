interface PlaceOnEarth {
  id: string
  name: string
  lng: number
  lat: number
}

/**
 * Returns schema.org descriptions of places as JSON-LD, each place once, with the page of the place as its id;
 * undefined if there are no places.
 */
export function placeReferences(places: PlaceOnEarth[], publicUrl: string): object[] | undefined {
  const once = [...new Map(places.map((place) => [place.id, place])).values()]
  if (once.length === 0) return undefined
  return once.map(({ id, name, lat, lng }) => ({
    '@type': 'Place',
    '@id': `${publicUrl}/place/${id}`,
    url: `${publicUrl}/place/${id}`,
    name,
    geo: { '@type': 'GeoCoordinates', latitude: lat, longitude: lng },
  }))
}
