import type { Tour } from '#shared/api/place/tour.ts'

/**
 * Leaves out the authors of the books of a tour, which no card shows, because the page sends the tour to the browser.
 */
export function withoutAuthors(tour: Tour): Tour {
  const features = tour.playData.features.map((stop) => {
    const { book } = stop.properties
    return { ...stop, properties: { ...stop.properties, book: book && { ...book, authors: [] } } }
  })
  return { ...tour, playData: { ...tour.playData, features } }
}
