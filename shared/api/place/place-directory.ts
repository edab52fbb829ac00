import * as z from 'zod/mini'
import { continents } from '#shared/continent.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { paging } from '#shared/api/paging.ts'
import { Id, text } from '#shared/api/text.ts'

/** A region of the directory: a province of China, another country, or a place whose country is disputed. */
export const RegionEntry = z.strictObject({
  region: z.string(),
  continent: z.enum(continents),
  /** Number of places in the region that have books. */
  countPlaces: z.int(),
  /** The places with most books, at most four. */
  places: z.array(z.strictObject({ id: Id, name: z.string(), countBooks: z.int() })),
})
export type RegionEntry = z.infer<typeof RegionEntry>

/** A place as the directory lists it. */
export const DirectoryPlace = z.strictObject({
  id: Id,
  name: z.string(),
  /** At most four further names of the place. */
  names: z.array(z.string()),
  countBooks: z.int(),
  /** Titles of the most popular books of the place, at most two. */
  titles: z.array(z.string()),
})
export type DirectoryPlace = z.infer<typeof DirectoryPlace>

/** The API calls of the directory of places. They are part of the noun `place` in the API. */
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
      /** Number of books that have a place, at most 10,001. */
      countBooks: z.int(),
      countPlaces: z.int(),
      countCountries: z.int(),
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
    output: z.strictObject({
      region: z.string(),
      continent: z.enum(continents),
      list: z.array(DirectoryPlace),
      nextCursor: z.nullable(z.string()),
      total: z.int(),
    }),
  }),
}
