import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { Comment } from './comment.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { ItemHead, itemKey, ItemType } from '#shared/api/item.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { OnShelf } from '#shared/api/book/shelf.ts'
import { Id, Time } from '#shared/api/text.ts'

/** The types of things that can be liked. */
export const LikedType = z.enum(['book', 'video', 'comment'], { error: '没有这种条目' })
export type LikedType = z.infer<typeof LikedType>

const ids = z.array(Id)

const on = z.boolean({ error: '须为 true 或 false' })

const Toggled = z.strictObject({ on: z.boolean(), count: z.int() })

const Score = z.int({ error: '评分是 1 到 10 的整数' }).check(z.gte(1, '至少 1 分'), z.lte(10, '最多 10 分'))

/**
 * Numbers of the books, videos and comments that a user has liked, and of the books and videos that the user has saved.
 */
export const LikeSaveCounts = z.strictObject({
  likes: z.strictObject({ books: z.int(), videos: z.int(), comments: z.int() }),
  saves: z.strictObject({ books: z.int(), videos: z.int() }),
})
export type LikeSaveCounts = z.infer<typeof LikeSaveCounts>

/**
 * Ids of the books, videos and comments that a user has liked and saved, the newest first. At most 1000 ids of each
 * type are included; the counts are complete.
 */
const LikeSave = z.strictObject({
  counts: LikeSaveCounts,
  likedVideos: ids,
  likedBooks: ids,
  likedComments: ids,
  saveVideos: ids,
  saveBooks: ids,
})

/**
 * A book, video or comment that a user has liked or saved. For a liked comment, `item` is the book or video on which
 * the comment was written.
 */
export const CollectionEntry = z.strictObject({
  itemType: LikedType,
  itemId: Id,
  createTime: Time,
  item: ItemHead,
  comment: z.nullable(z.strictObject({ name: z.string(), content: z.string() })),
})
export type CollectionEntry = z.infer<typeof CollectionEntry>

/** Rating statistics of a book or video. `counts` holds the number of ratings for each score from 1 to 10. */
export const Ratings = z.strictObject({
  countRated: z.int(),
  score: z.nullable(z.number()),
  counts: z.array(z.int()),
})
export type Ratings = z.infer<typeof Ratings>

/** The logged-in user's own reactions to a book or video: like, rating and so on. */
export const MyReaction = z.strictObject({
  liked: z.boolean(),
  saved: z.boolean(),
  score: z.nullable(z.int()),
  shelf: z.nullable(OnShelf),
  likedComments: described(
    'Ids of the comments on the book or video that the user has liked, at most the newest 500.',
    ids,
  ),
  heldComments: described('The user’s own comments on the book or video that are held for review.', z.array(Comment)),
})
export type MyReaction = z.infer<typeof MyReaction>

export const reaction = {
  like: endpoint({
    method: 'POST',
    path: '/user/liked',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Like or unlike an item or a comment; repeating a call changes nothing',
    input: z.object({ itemType: LikedType, itemId: Id, on }),
    output: Toggled,
  }),
  save: endpoint({
    method: 'POST',
    path: '/user/save',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Save or unsave an item; repeating a call changes nothing',
    input: z.object({ ...itemKey, on }),
    output: Toggled,
  }),
  rate: endpoint({
    method: 'POST',
    path: '/user/rate',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Rate an item in half stars from 1 to 10, or remove the rating with null',
    input: z.object({ ...itemKey, score: z.nullable(Score) }),
    output: Ratings,
  }),
  view: endpoint({
    method: 'POST',
    path: '/view',
    access: 'anyone',
    effect: 'write',
    timeout: 15,
    rate: 120,
    summary: 'Record a view of a book or a started video; a repeated view within half an hour is not counted',
    input: z.object({ ...itemKey }),
    output: z.null(),
  }),
  ratings: endpoint({
    method: 'GET',
    path: '/rating',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Get the rating statistics of an item',
    input: z.object({ ...itemKey }),
    output: Ratings,
  }),
  likeSave: endpoint({
    method: 'POST',
    path: '/user/likeSave/list',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List ids and counts of liked and saved items; with `expand`, a page of the items themselves',
    input: z.object({
      expand: z.optional(z.enum(['like', 'save'], { error: '须为 like 或 save' })),
      itemType: z.optional(LikedType),
      ...paging,
    }),
    output: z.union([LikeSave, pageOf(CollectionEntry)]),
  }),
  show: endpoint({
    method: 'GET',
    path: '/user/reaction',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Get the user’s own reactions to an item: like, save, rating, shelf, liked and held comments',
    input: z.object({ itemType: ItemType, itemId: Id }),
    output: MyReaction,
  }),
}
