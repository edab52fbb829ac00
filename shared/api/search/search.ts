import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { BookCard } from '#shared/api/book/book.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { paging } from '#shared/api/paging.ts'
import { Tag, TagNames } from '#shared/api/tag/tag.ts'
import { Id } from '#shared/api/text.ts'
import { VideoCard } from '#shared/api/book/video.ts'

/** A text with the ranges that match the search query, as [start, end) in UTF-16 code units of the text. */
export const Highlighted = z.strictObject({
  text: z.string(),
  marks: z.array(z.tuple([z.int(), z.int()])),
})
export type Highlighted = z.infer<typeof Highlighted>

/** The position on the map of a search result, to which the map moves. */
export const Pin = z.strictObject({ placeId: Id, place: z.string(), lng: z.number(), lat: z.number() })
export type Pin = z.infer<typeof Pin>

export const FoundBook = z.strictObject({
  id: Id,
  title: Highlighted,
  authors: Highlighted,
  foundBy: described(
    'The name by which the book was found if it is neither the title nor an author, such as an alternative title, a translator, a tag or a place; otherwise null.',
    z.nullable(Highlighted),
  ),
  cover: z.nullable(z.string()),
  free: z.boolean(),
  pin: z.nullable(Pin),
})
export type FoundBook = z.infer<typeof FoundBook>

/** A video in the search results, with the matching ranges of its title. */
export const FoundVideo = z.strictObject({ video: VideoCard, title: Highlighted, pin: z.nullable(Pin) })
export type FoundVideo = z.infer<typeof FoundVideo>

/** The further name of a person or place that matched, such as 馬奎斯; null if the main name matched. */
const variant = z.nullable(Highlighted)

const isExact = described('Whether the query is the whole name that matched.', z.boolean())

/** An author, translator, editor or illustrator in the search results. */
export const FoundPerson = z.strictObject({ id: Id, name: Highlighted, variant, isExact, countBooks: z.int() })
export type FoundPerson = z.infer<typeof FoundPerson>

export const FoundPlace = z.strictObject({
  id: Id,
  name: Highlighted,
  variant,
  isExact,
  region: z.string(),
  lng: z.number(),
  lat: z.number(),
  countBooks: z.int(),
})
export type FoundPlace = z.infer<typeof FoundPlace>

/** Search suggestions by type, the best first; a type without results is an empty list. */
export const Found = z.strictObject({
  books: z.array(FoundBook),
  isGuess: described('Whether the books only resemble the query, for example because it has a typo.', z.boolean()),
  videos: z.array(FoundVideo),
  people: z.array(FoundPerson),
  tags: z.array(z.strictObject({ id: Id, name: Highlighted, count: z.int() })),
  places: z.array(FoundPlace),
  tours: z.array(z.strictObject({ id: Id, title: Highlighted, countStops: z.int() })),
})
export type Found = z.infer<typeof Found>

/** A book on the search results page, with its matching ranges. */
export const FoundCard = z.strictObject({
  book: BookCard,
  title: Highlighted,
  authors: Highlighted,
  excerpt: described(
    'An excerpt of the book’s description with the matches in it; null if the card already shows all matches, for example in the title.',
    z.nullable(Highlighted),
  ),
})
export type FoundCard = z.infer<typeof FoundCard>

/** A user's recommendation of a book whose text matches the search query. */
export const FoundRecommendation = z.strictObject({
  id: Id,
  bookId: Id,
  title: z.string(),
  user: z.string(),
  reason: Highlighted,
})
export type FoundRecommendation = z.infer<typeof FoundRecommendation>

/**
 * A name that the search has recognised in a sentence: of a person, a tag, a place, or a country or province
 * (`region`). `without` is the query without this name, for a search that ignores it.
 */
export const UnderstoodPart = z.strictObject({
  kind: z.enum(['person', 'tag', 'place', 'region']),
  id: described('The id of the person, tag or place; null for a country or province.', z.nullable(Id)),
  name: z.string(),
  without: z.string(),
})
export type UnderstoodPart = z.infer<typeof UnderstoodPart>

export const FoundPage = z.strictObject({
  list: z.array(FoundCard),
  nextCursor: z.nullable(z.string()),
  prevCursor: described(
    'The cursor of the page before; null on the first two pages, because the first page needs no cursor.',
    z.nullable(z.string()),
  ),
  page: described('The number of this page, from 1.', z.int()),
  total: z.int(),
  isCapped: described(
    'Whether the search stopped before it had found all matching books; if so, `total` and all counts cover only the books that it found.',
    z.boolean(),
  ),
  isGuess: described(
    'Whether no book was found by its names: the results assume a typo in the query, leave terms out, or only mention the query in their descriptions.',
    z.boolean(),
  ),
  isOnlyMentioned: described(
    'Whether the query is in no name, but in the descriptions or recommendations of the results.',
    z.boolean(),
  ),
  leftOut: described(
    'The terms of the query that the results lack, normalized; empty if the results have all terms.',
    z.array(z.string()),
  ),
  understood: described(
    'The people, tags, places, countries and provinces that the search recognised in a sentence and looked for.',
    z.array(UnderstoodPart),
  ),
  tags: described(
    'Tags of the books in the search results, each with the number of results that have it.',
    z.array(Tag),
  ),
  countFree: z.int(),
  recommends: z.array(FoundRecommendation),
  near: described(
    'Books that match only a part of the query; filled only if no book matches the whole query.',
    z.array(FoundCard),
  ),
})
export type FoundPage = z.infer<typeof FoundPage>

export const SearchQuery = z.string().check(z.maxLength(100, { error: '最多 100 个字' }))

export const search = {
  suggest: endpoint({
    method: 'POST',
    path: '/search/suggest',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 1200,
    summary: 'Suggest books, videos, people, tags, places and tours while the user types',
    input: z.object({
      query: SearchQuery,
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
    summary: 'Search books, the best first, with the counts that each filter would leave',
    input: z.object({
      query: SearchQuery,
      tags: z._default(TagNames, []),
      free: z._default(z.boolean(), false),
      ...paging,
    }),
    output: FoundPage,
  }),
}
