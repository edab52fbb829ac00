import * as z from 'zod/mini'
import { BookCard } from '#shared/api/book/book.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { paging } from '#shared/api/paging.ts'
import { Tag, TagNames } from '#shared/api/tag/tag.ts'
import { Id, text, Time } from '#shared/api/text.ts'
import { VideoCard } from '#shared/api/book/video.ts'

/** A text with the parts that match, as [start, end) in UTF-16 units of the text as it is written. */
export const Highlighted = z.strictObject({
  text: z.string(),
  marks: z.array(z.tuple([z.int(), z.int()])),
})
export type Highlighted = z.infer<typeof Highlighted>

/** Where the map goes for an item: its first mark. */
export const Pin = z.strictObject({ placeId: Id, place: z.string(), lng: z.number(), lat: z.number() })
export type Pin = z.infer<typeof Pin>

export const FoundBook = z.strictObject({
  id: Id,
  title: Highlighted,
  authors: Highlighted,
  cover: z.nullable(z.string()),
  free: z.boolean(),
  pin: z.nullable(Pin),
})
export type FoundBook = z.infer<typeof FoundBook>

/** A video, with what matched in its title marked. */
export const FoundVideo = z.strictObject({ video: VideoCard, title: Highlighted, pin: z.nullable(Pin) })
export type FoundVideo = z.infer<typeof FoundVideo>

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
  videos: z.array(FoundVideo),
  authors: z.array(z.strictObject({ name: Highlighted, countBooks: z.int() })),
  tags: z.array(z.strictObject({ id: Id, name: Highlighted, count: z.int() })),
  places: z.array(FoundPlace),
  tours: z.array(z.strictObject({ id: Id, title: Highlighted, countStops: z.int() })),
})
export type Found = z.infer<typeof Found>

/** A book of a result page, with what matched in it marked. */
export const FoundCard = z.strictObject({
  book: BookCard,
  title: Highlighted,
  authors: Highlighted,
  /** Where it was found in the text about it only: that place of the text. */
  excerpt: z.nullable(Highlighted),
})
export type FoundCard = z.infer<typeof FoundCard>

/** Why somebody recommends a book, where the words were found in that. */
export const FoundRecommendation = z.strictObject({
  id: Id,
  bookId: Id,
  title: z.string(),
  user: z.string(),
  reason: Highlighted,
})
export type FoundRecommendation = z.infer<typeof FoundRecommendation>

/** How a result came up: by what it is called, by the text about it, in spite of a slip, or by a part of the query only. */
export const SearchStage = z.enum(['names', 'text', 'typos', 'near'])
export type SearchStage = z.infer<typeof SearchStage>

export const FoundPage = z.strictObject({
  list: z.array(FoundCard),
  nextCursor: z.nullable(z.string()),
  total: z.int(),
  /** There are more than are ranked: `total` and the counts are of those ranked. */
  isCapped: z.boolean(),
  /** Nothing is called what was typed: these are found in spite of a slip. */
  isGuess: z.boolean(),
  /** Tags of what was found, with how many would be left. */
  tags: z.array(Tag),
  countFree: z.int(),
  recommends: z.array(FoundRecommendation),
  /** Where nothing was found: what has a part of it. */
  near: z.array(FoundCard),
})
export type FoundPage = z.infer<typeof FoundPage>

/** How a term stands in a name, and what that is worth. */
export const MatchReason = z.strictObject({
  term: z.string(),
  field: z.enum(['title', 'also', 'author', 'translator', 'tag', 'place', 'text']),
  text: z.string(),
  likeness: z.string(),
  points: z.number(),
})
export type MatchReason = z.infer<typeof MatchReason>

export const Explained = z.strictObject({
  bookId: Id,
  title: z.string(),
  /** From 1; null for a book that was not found. */
  rank: z.nullable(z.int()),
  stage: z.nullable(SearchStage),
  points: z.number(),
  reasons: z.array(MatchReason),
})
export type Explained = z.infer<typeof Explained>

const query = z.string().check(z.maxLength(100, { error: '最多 100 个字' }))
const aliasName = text(1, 60)

export const search = {
  suggest: endpoint({
    method: 'POST',
    path: '/search/suggest',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 1200,
    summary: 'What is found as one types: books, videos, authors, tags, places and tours',
    input: z.object({
      query,
      limit: z._default(z.int().check(z.gte(1), z.lte(20)), 6),
    }),
    output: Found,
  }),
  books: endpoint({
    method: 'POST',
    path: '/search/books',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 600,
    summary: 'Books that a query means, the best first, with what the filters would leave',
    input: z.object({
      query,
      tags: z._default(TagNames, []),
      free: z._default(z.boolean(), false),
      ...paging,
    }),
    output: FoundPage,
  }),
  explain: endpoint({
    method: 'POST',
    path: '/search/explain',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Why the first results of a query stand where they do, and a book that is missing among them',
    input: z.object({ query, bookId: z.optional(Id) }),
    output: z.strictObject({ meanings: z.array(z.string()), list: z.array(Explained) }),
  }),
  misses: endpoint({
    method: 'GET',
    path: '/search/miss/list',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Searches that found nothing, the most frequent first',
    input: z.object({}),
    output: z.strictObject({
      list: z.array(z.strictObject({ query: z.string(), count: z.int(), lastTime: Time })),
    }),
  }),
  removeMiss: endpoint({
    method: 'DELETE',
    path: '/search/miss',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Take a search off the list of those that found nothing',
    input: z.object({ query }),
    output: z.null(),
  }),
  aliases: endpoint({
    method: 'GET',
    path: '/search/alias/list',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'What else names are called, the newest first',
    input: z.object({}),
    output: z.strictObject({
      list: z.array(z.strictObject({ alias: z.string(), name: z.string(), createTime: Time })),
    }),
  }),
  putAlias: endpoint({
    method: 'PUT',
    path: '/search/alias',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Have an alias stand for a name from the next search on',
    input: z.object({ alias: aliasName, name: aliasName }),
    output: z.null(),
  }),
  removeAlias: endpoint({
    method: 'DELETE',
    path: '/search/alias',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Have an alias stand for itself again',
    input: z.object({ alias: aliasName }),
    output: z.null(),
  }),
  rebuild: endpoint({
    method: 'POST',
    path: '/search/rebuild',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Write the index anew while it is searched: one lot of books, and where the next begins',
    input: z.object({ after: z._default(z.nullable(Id), null) }),
    output: z.strictObject({ indexed: z.int(), next: z.nullable(Id) }),
  }),
}
