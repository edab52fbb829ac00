import * as z from 'zod/mini'
import { continents } from '../continent.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './text.ts'
import { TagNames } from './tag.ts'

export const PlaceKind = z.enum(['setting', 'subject', 'author', 'written'])
export type PlaceKind = z.infer<typeof PlaceKind>

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
  list: endpoint({
    method: 'POST',
    path: '/place/list',
    access: 'anyone',
    summary: 'Places with how many books are pinned to each and some of them, those with most books first',
    input: z.strictObject({
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
  }),
}
