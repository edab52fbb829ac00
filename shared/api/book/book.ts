import * as z from 'zod/mini'
import { endpoint } from '#shared/api/endpoint.ts'
import { BookFile } from './book-file.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { Place } from '#shared/api/place/place.ts'
import { Tag, TagNames } from '#shared/api/tag/tag.ts'
import { Id, Time } from '#shared/api/text.ts'

export const BookSort = z.enum(['hot', 'new', 'score'], { error: '没有这种排序' })
export type BookSort = z.infer<typeof BookSort>

/** Years a book is about; negative before the common era. */
export const Era = z.strictObject({ from: z.int(), to: z.int() })
export type Era = z.infer<typeof Era>

/** Why one recommends a book. */
export const BookRecommend = z.strictObject({
  id: Id,
  user: z.strictObject({ id: Id, name: z.string(), profile: z.string() }),
  reason: z.string(),
  createTime: Time,
})
export type BookRecommend = z.infer<typeof BookRecommend>

/** What a list shows of a book. */
export const BookCard = z.strictObject({
  id: Id,
  title: z.string(),
  subtitle: z.nullable(z.string()),
  authors: z.array(z.string()),
  cover: z.nullable(z.string()),
  desc: z.string(),
  free: z.boolean(),
  places: z.array(z.string()),
  score: z.nullable(z.number()),
  countRated: z.int(),
  countComments: z.int(),
})
export type BookCard = z.infer<typeof BookCard>

/** A related book, and what relates it: the shared author, place, era or tag. */
export const RelatedBook = z.strictObject({
  id: Id,
  title: z.string(),
  authors: z.array(z.string()),
  cover: z.nullable(z.string()),
  reason: z.strictObject({ kind: z.enum(['author', 'place', 'era', 'tag']), name: z.string() }),
})
export type RelatedBook = z.infer<typeof RelatedBook>

export const Book = z.strictObject({
  id: Id,
  title: z.string(),
  subtitle: z.nullable(z.string()),
  originalTitle: z.nullable(z.string()),
  authors: z.array(z.string()),
  translators: z.array(z.string()),
  publisher: z.nullable(z.string()),
  publishedYear: z.nullable(z.int()),
  isbn13: z.nullable(z.string()),
  pages: z.nullable(z.int()),
  language: z.string(),
  /** Storage key of an uploaded cover; null means the drawn one. */
  cover: z.nullable(z.string()),
  desc: z.string(),
  tags: z.array(Tag),
  places: z.array(Place),
  era: z.nullable(Era),
  /** Why the text is free, in a sentence; null where it is not. */
  free: z.nullable(z.string()),
  /** The text itself, to read here or to take along. */
  files: z.array(BookFile),
  countComments: z.int(),
  countSave: z.int(),
  likes: z.int(),
  views: z.int(),
  countRated: z.int(),
  /** 0–10 with one decimal; null until three readers have rated. */
  score: z.nullable(z.number()),
  recommends: z.array(BookRecommend),
  createTime: Time,
})
export type Book = z.infer<typeof Book>

export const book = {
  list: endpoint({
    method: 'POST',
    path: '/book/list',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 600,
    summary: 'Books by tags and freedom, sorted, a page at a time',
    input: z.object({
      tags: z._default(TagNames, []),
      free: z._default(z.boolean(), false),
      sort: z._default(BookSort, 'hot'),
      ...paging,
    }),
    output: pageOf(BookCard),
  }),
  show: endpoint({
    method: 'GET',
    path: '/book/{id}',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'One book with all that is known of it; of one that was merged, the book it is part of now',
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
    summary: 'Books related to one, each with the reason',
    input: z.object({ id: Id }),
    output: z.strictObject({ list: z.array(RelatedBook) }),
  }),
}
