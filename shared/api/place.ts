import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './text.ts'
import { TagNames } from './tag.ts'

export const PlaceKind = z.enum(['setting', 'subject', 'author', 'written'])
export type PlaceKind = z.infer<typeof PlaceKind>

/** China stands by itself: it holds a good half of the places. */
export const Continent = z.enum(['中国', '亚洲', '欧洲', '非洲', '北美洲', '南美洲', '大洋洲', '南极洲'])
export type Continent = z.infer<typeof Continent>

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

/** One place with the books pinned to it. */
export const PlaceEntry = z.strictObject({
  name: z.string(),
  region: z.string(),
  continent: Continent,
  books: z.array(z.strictObject({ id: Id, title: z.string() })),
})
export type PlaceEntry = z.infer<typeof PlaceEntry>

export const place = {
  list: endpoint({
    method: 'POST',
    path: '/place/list',
    access: 'anyone',
    summary: 'Places with the books pinned to them, those with most books first',
    input: z.strictObject({ tags: z._default(TagNames, []) }),
    output: z.strictObject({
      list: z.array(PlaceEntry),
      countBooks: z.int(),
      countMarks: z.int(),
      countCountries: z.int(),
    }),
  }),
}
