import * as z from 'zod/mini'
import { continents } from '#shared/continent.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { Id, text } from '#shared/api/text.ts'
import { TagNames } from '#shared/api/tag/tag.ts'

export const PlaceKind = z.enum(['setting', 'subject', 'author', 'written'])
export type PlaceKind = z.infer<typeof PlaceKind>

/** A point on the earth, in WGS-84. */
export const Spot = {
  lng: z.number().check(z.gte(-180), z.lte(180)),
  lat: z.number().check(z.gte(-90), z.lte(90)),
}

/** A place that was looked up; without an id it is known to the map only and becomes a place with its first book. */
export const NamedPlace = z.strictObject({
  placeId: z.nullable(Id),
  name: z.string(),
  lng: z.number(),
  lat: z.number(),
  region: z.string(),
})
export type NamedPlace = z.infer<typeof NamedPlace>

/** A place and how an item belongs there. */
export const Place = z.strictObject({
  name: z.string(),
  lng: z.number(),
  lat: z.number(),
  kind: PlaceKind,
  /** The province-level division for China, the country or territory elsewhere, in Chinese. */
  region: z.string(),
})
export type Place = z.infer<typeof Place>

/** One place of the list of places. */
export const PlaceEntry = z.strictObject({
  id: Id,
  name: z.string(),
  lng: z.number(),
  lat: z.number(),
  region: z.string(),
  continent: z.enum(continents),
  /** Books pinned to it. */
  count: z.int(),
  /** Of the books there readers like most. */
  titles: z.array(z.string()),
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
    summary: 'Places by name, pinyin or English name: those of books first, then those the map knows',
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
    summary: 'Places around a point, the nearest first, and the region it most likely lies in',
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
    summary: 'Places with how many books are pinned to each and some of them, those with most books first',
    input: z.object({
      tags: z._default(TagNames, []),
      /** None for those who only want the counts. */
      limit: z._default(z.int().check(z.minimum(0, '至少 0 处'), z.maximum(1200, '一次最多 1200 处')), 1200),
    }),
    output: z.strictObject({
      list: z.array(PlaceEntry),
      countBooks: z.int(),
      countPlaces: z.int(),
      countMarks: z.int(),
      countCountries: z.int(),
    }),
    isCached: true,
  }),
}
