import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { continents } from '#shared/continent.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { Id, text } from '#shared/api/text.ts'
import { TagNames } from '#shared/api/tag/tag.ts'
import { isWindowOrdered, windowYears } from './window-years.ts'

export const PlaceKind = described(
  'How a book is connected with a place: it is set there, is about it, its author comes from there, or it was written there.',
  z.enum(['setting', 'subject', 'author', 'written']),
)
export type PlaceKind = z.infer<typeof PlaceKind>

/** A sentence that says what a book or video tells of a place, in the words of the site or quoted. */
export const PlaceSentence = z.strictObject({
  text: z.string(),
  quotedFrom: described(
    'The poem, chapter or page from which the sentence is quoted; null if it is in the words of the site.',
    z.nullable(z.string()),
  ),
})
export type PlaceSentence = z.infer<typeof PlaceSentence>

export const SentenceOfPlace = described(
  'What the book or video tells of the place; null if nobody has written it.',
  z.nullable(PlaceSentence),
)

/** The coordinates of a point, in degrees (WGS-84). */
export const Spot = {
  lng: described('The longitude in degrees (WGS-84).', z.number().check(z.gte(-180), z.lte(180))),
  lat: described('The latitude in degrees (WGS-84).', z.number().check(z.gte(-90), z.lte(90))),
}

/**
 * A place that a search by name found. A place without an id comes from the map data and is stored once a book uses it.
 */
export const NamedPlace = z.strictObject({
  placeId: z.nullable(Id),
  name: z.string(),
  variant: described(
    'The old or foreign name by which the search found the place; null if the name itself matched.',
    z.nullable(z.string()),
  ),
  lng: z.number(),
  lat: z.number(),
  region: z.string(),
})
export type NamedPlace = z.infer<typeof NamedPlace>

/** A place of a book or video, with the relation between the two. */
export const Place = z.strictObject({
  id: Id,
  name: z.string(),
  lng: z.number(),
  lat: z.number(),
  kind: PlaceKind,
  region: described(
    'The region of the place, in Chinese: the province-level division for China, the country or territory elsewhere.',
    z.string(),
  ),
  sentence: SentenceOfPlace,
})
export type Place = z.infer<typeof Place>

/** One entry of the list of all places. */
export const PlaceEntry = z.strictObject({
  id: Id,
  name: z.string(),
  lng: z.number(),
  lat: z.number(),
  region: z.string(),
  continent: z.enum(continents),
  count: described('Number of books that write about the place.', z.int()),
  titles: described('Titles of at most two of the most popular books at the place that match.', z.array(z.string())),
})
export type PlaceEntry = z.infer<typeof PlaceEntry>

export const place = {
  find: endpoint({
    method: 'POST',
    path: '/place/find',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 300,
    summary: 'Find places by name, pinyin or English name: places with books first, then other places on the map',
    input: z.object({ query: text(1, 40) }),
    output: z.strictObject({ list: z.array(NamedPlace) }),
  }),
  near: endpoint({
    method: 'POST',
    path: '/place/near',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 300,
    summary: 'List places around a point, the nearest first, with the most likely region of the point',
    input: z.object(Spot),
    output: z.strictObject({ region: z.string(), list: z.array(NamedPlace) }),
  }),
  list: endpoint({
    method: 'POST',
    path: '/place/list',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 300,
    summary:
      'List places with their number of books and some titles, those with most books first; counts at most 1500 places, and of several tags the books among the most popular of the rarest tag',
    input: z
      .object({
        tags: z._default(TagNames, []),
        ...windowYears,
        limit: described(
          'Maximum number of places to return; 0 returns only the totals.',
          z._default(z.int().check(z.minimum(0, '至少 0 处'), z.maximum(1200, '一次最多 1200 处')), 1200),
        ),
      })
      .check(isWindowOrdered),
    output: z.strictObject({
      list: z.array(PlaceEntry),
      countBooks: z.int(),
      countPlaces: z.int(),
      countMarks: z.int(),
      countCountries: z.int(),
      hasMoreBooks: described(
        'Whether more books match than `countBooks`; possible for several tags only.',
        z.boolean(),
      ),
      hasMorePlaces: described(
        'Whether more places match than `countPlaces`; then there are more marks and perhaps more countries too.',
        z.boolean(),
      ),
    }),
    isCached: true,
  }),
}
