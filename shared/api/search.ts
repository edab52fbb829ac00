import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './text.ts'

/** A text with the parts that match, as [start, end) in UTF-16 units of the text as it is written. */
export const Highlighted = z.strictObject({
  text: z.string(),
  marks: z.array(z.tuple([z.int(), z.int()])),
})
export type Highlighted = z.infer<typeof Highlighted>

/** Where the map goes for an item: its first mark. */
const Pin = z.strictObject({ placeId: Id, place: z.string(), lng: z.number(), lat: z.number() })

export const FoundBook = z.strictObject({
  id: Id,
  title: Highlighted,
  authors: Highlighted,
  cover: z.nullable(z.string()),
  free: z.boolean(),
  pin: z.nullable(Pin),
})
export type FoundBook = z.infer<typeof FoundBook>

export const FoundPlace = z.strictObject({
  id: Id,
  name: Highlighted,
  region: z.string(),
  lng: z.number(),
  lat: z.number(),
  countBooks: z.int(),
})
export type FoundPlace = z.infer<typeof FoundPlace>

/** Found things by kind, the best first; a kind with nothing is an empty list. */
export const Found = z.strictObject({
  books: z.array(FoundBook),
  authors: z.array(z.strictObject({ name: Highlighted, countBooks: z.int() })),
  tags: z.array(z.strictObject({ id: Id, name: Highlighted, count: z.int() })),
  places: z.array(FoundPlace),
  tours: z.array(z.strictObject({ id: Id, title: Highlighted, countStops: z.int() })),
})
export type Found = z.infer<typeof Found>

export const search = {
  suggest: endpoint({
    method: 'POST',
    path: '/search/suggest',
    access: 'anyone',
    summary: 'What is found as one types: books, authors, tags, places and tours',
    input: z.strictObject({
      query: z.string().check(z.maxLength(100, { error: '最多 100 个字' })),
      limit: z._default(z.int().check(z.gte(1), z.lte(20)), 6),
    }),
    output: Found,
  }),
}
