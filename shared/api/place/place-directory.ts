import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { continents } from '#shared/continent.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { Id, text } from '#shared/api/text.ts'

/** A place with the number of books that write about it. */
const BusyPlace = z.strictObject({ id: Id, name: z.string(), countBooks: z.int() })
export type BusyPlace = z.infer<typeof BusyPlace>

/** A region of the directory: a province of China or another country. */
export const RegionEntry = z.strictObject({
  region: z.string(),
  continent: z.enum(continents),
  countPlaces: described('Number of places in the region that have books.', z.int()),
  places: described(
    'The places with most books, at most four; none if many other regions of the continent have more places.',
    z.array(BusyPlace),
  ),
})
export type RegionEntry = z.infer<typeof RegionEntry>

/** A continent of the index of places. China is listed by itself, with provinces as its regions. */
export const ContinentEntry = z.strictObject({
  continent: z.enum(continents),
  countPlaces: described('Number of places on the continent that have books.', z.int()),
  countRegions: described('Number of regions that have such places.', z.int()),
  regions: described('The regions with most places, at most five.', z.array(RegionEntry)),
})
export type ContinentEntry = z.infer<typeof ContinentEntry>

const counts = {
  countBooks: described('Number of books that write about any place.', z.int()),
  countPlaces: z.int(),
  countCountries: z.int(),
}

/** A place as the directory lists it. */
export const DirectoryPlace = z.strictObject({
  id: Id,
  name: z.string(),
  names: described('At most four further names of the place.', z.array(z.string())),
  countBooks: z.int(),
  titles: described('Titles of the most popular books of the place, at most two.', z.array(z.string())),
})
export type DirectoryPlace = z.infer<typeof DirectoryPlace>

/** The API calls of the directory of places. Their names begin with `place.`, as those in `place.ts` do. */
export const placeDirectory = {
  regions: endpoint({
    method: 'GET',
    path: '/place/regions',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 300,
    summary: 'List the provinces of China and the countries that have places with books, those with most places first',
    input: z.object({}),
    output: z.strictObject({
      list: z.array(RegionEntry),
      others: described('Places whose country is disputed; they are in none of the regions.', z.array(BusyPlace)),
      ...counts,
    }),
    isCached: true,
  }),
  overview: endpoint({
    method: 'GET',
    path: '/place/overview',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 300,
    summary: 'List the places with most books, and the regions of each continent with most places',
    input: z.object({}),
    output: z.strictObject({
      busiest: described('The twelve places with most books.', z.array(BusyPlace)),
      list: z.array(ContinentEntry),
      ...counts,
    }),
    isCached: true,
  }),
  directory: endpoint({
    method: 'POST',
    path: '/place/directory',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 300,
    summary: 'List the places of one region that have books, those with most books first, in pages',
    input: z.object({ region: text(1, 40), ...paging }),
    output: z.extend(pageOf(DirectoryPlace), { region: z.string(), continent: z.enum(continents) }),
  }),
}
