import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { BookFile } from './book-file.ts'
import { Edition } from './edition.ts'
import { AuthorIds } from '#shared/api/author-ids.ts'
import { Contributor } from '#shared/api/contributor.ts'
import { numberedPageOf, paging } from '#shared/api/paging.ts'
import { Place, PlaceKind, PlaceSentence } from '#shared/api/place/place.ts'
import { Tag, TagNames } from '#shared/api/tag/tag.ts'
import { Id, Time } from '#shared/api/text.ts'

export const BookSort = z.enum(['hot', 'new', 'score'], { error: '没有这种排序' })
export type BookSort = z.infer<typeof BookSort>

/** The editorial columns in which the editors recommend books, each with its own way of seeing (catalog/README.md). */
export const voices = ['山河', '市声', '纸上', '孩子', '远行', '科学'] as const
export type Voice = (typeof voices)[number]

/** The years that a book is about; years before the common era are negative. */
const Era = z.strictObject({ from: z.int(), to: z.int() })

/** A recommendation as the book page shows it. */
export const BookRecommend = z.strictObject({
  id: Id,
  user: Contributor,
  reason: z.string(),
  voice: described('The editorial column of a recommendation by the editors, else null.', z.nullable(z.enum(voices))),
  createTime: Time,
})
export type BookRecommend = z.infer<typeof BookRecommend>

const PublishedYear = described(
  'The year in which the book first came out; negative before the common era.',
  z.nullable(z.int()),
)

/** The fields of a book that lists of books show. */
export const BookCard = z.strictObject({
  id: Id,
  title: z.string(),
  subtitle: z.nullable(z.string()),
  authors: z.array(z.string()),
  authorIds: AuthorIds,
  publishedYear: PublishedYear,
  cover: z.nullable(z.string()),
  desc: z.string(),
  free: z.boolean(),
  hasText: described('Whether the book can be read here.', z.boolean()),
  places: described(
    'The names of the places that the book writes about, its settings first; `placeIds` has their ids in the same order.',
    z.array(z.string()),
  ),
  placeIds: z.array(Id),
  score: z.nullable(z.number()),
  countRated: z.int(),
  countComments: z.int(),
})
export type BookCard = z.infer<typeof BookCard>

/** A book in the list of books. */
export const ListedBook = z.strictObject({
  ...BookCard.shape,
  reason: described('The sentence of the first recommendation of the book.', z.nullable(z.string())),
  voice: described('The editorial column of this recommendation, else null.', z.nullable(z.enum(voices))),
  sentence: described(
    'In a list of the books of a place, what the book tells of the place; null if nobody has written it.',
    z.nullable(PlaceSentence),
  ),
})
export type ListedBook = z.infer<typeof ListedBook>

/**
 * A related book and the reason why it is related: a relation between the two books, a person of both books, authors
 * who lived in one place in the same years, or a common place or tag. `text` gives the reason as a Chinese phrase.
 */
export const RelatedBook = z.strictObject({
  id: Id,
  title: z.string(),
  authors: z.array(z.string()),
  authorIds: AuthorIds,
  cover: z.nullable(z.string()),
  hasText: described('Whether the book can be read here.', z.boolean()),
  reason: z.strictObject({ kind: z.enum(['relation', 'person', 'company', 'place', 'tag']), text: z.string() }),
})
export type RelatedBook = z.infer<typeof RelatedBook>

export const Book = z.strictObject({
  id: Id,
  title: z.string(),
  subtitle: z.nullable(z.string()),
  originalTitle: z.nullable(z.string()),
  originalLanguage: described('The language in which the book was written, as a BCP 47 code.', z.nullable(z.string())),
  authors: z.array(z.string()),
  authorIds: AuthorIds,
  publishedYear: PublishedYear,
  editions: described(
    'All editions; the first is the main one, to which the next five fields belong.',
    z.array(Edition),
  ),
  translators: z.array(z.string()),
  publisher: z.nullable(z.string()),
  isbn13: z.nullable(z.string()),
  pages: z.nullable(z.int()),
  language: z.string(),
  cover: described('Storage key of an uploaded cover; null means the generated cover.', z.nullable(z.string())),
  desc: z.string(),
  tags: z.array(Tag),
  places: z.array(Place),
  era: z.nullable(Era),
  free: described(
    'One sentence that says why the text is free of copyright; null if the text is not free.',
    z.nullable(z.string()),
  ),
  files: described('The text files of the book, which users read on the site or download.', z.array(BookFile)),
  countComments: z.int(),
  countSave: z.int(),
  likes: z.int(),
  views: z.int(),
  countRated: z.int(),
  score: described(
    'Average rating from 0 to 10 with one decimal; null until three users have rated.',
    z.nullable(z.number()),
  ),
  recommends: z.array(BookRecommend),
  createTime: Time,
})
export type Book = z.infer<typeof Book>

/** The role of a person in a book: they wrote it, or translated, edited or illustrated one of its editions. */
export const BookRole = z.enum(['author', 'translator', 'editor', 'illustrator'], { error: '没有这种角色' })
export type BookRole = z.infer<typeof BookRole>

export const book = {
  list: endpoint({
    method: 'POST',
    path: '/book/list',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 600,
    summary:
      'List books, filtered by tags, by whether their text can be read here, by a person and by a place, sorted, in pages',
    input: z.object({
      tags: z._default(TagNames, []),
      free: z._default(z.boolean(), false),
      person: described(
        'Lists only books that name a person, in one role or, without a role, in any.',
        z.optional(z.object({ id: Id, role: z.optional(BookRole) })),
      ),
      place: described(
        'Lists only books that are connected with a place, in one way or, without one, in any. With `isClosest`, a book is listed only for the closest of its connections with the place: the setting, else the subject, else where it was written.',
        z.optional(z.object({ id: Id, kind: z.optional(PlaceKind), isClosest: z._default(z.boolean(), false) })),
      ),
      sort: z._default(BookSort, 'hot'),
      ...paging,
    }),
    /**
     * `total` is exact up to `maxCountedBooks`; the value `maxCountedBooks + 1` means that there are more books. If the
     * list is filtered by several tags, it can only be read forwards, and a page may have fewer books than `limit`
     * although there is a next page.
     */
    output: z.extend(numberedPageOf(ListedBook), {
      isLowerBound: described('Whether more books match than `total`.', z.boolean()),
      hasScores: described(
        'Whether a matching book has a score; null if the list is filtered by a person or a place.',
        z.nullable(z.boolean()),
      ),
    }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/book/{id}',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Get one book; the id of a merged book returns the book it was merged into',
    input: z.object({ id: Id }),
    output: Book,
  }),
  related: endpoint({
    method: 'GET',
    path: '/book/{id}/related',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List the books related to one book, each with the reason',
    input: z.object({
      id: Id,
      without: described(
        'Leaves out the books that have a relation to the book, for pages that list these books already.',
        z.optional(z.enum(['relations'], { error: '只能略去有关联的书' })),
      ),
    }),
    output: z.strictObject({ list: z.array(RelatedBook) }),
  }),
}
