import * as z from 'zod/mini'
import { Comment } from './comment.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { ItemHead, itemKey } from '#shared/api/book/item.ts'
import { ItemType } from '#shared/api/place/mark.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { OnShelf } from '#shared/api/book/shelf.ts'
import { Id, Time } from '#shared/api/text.ts'

/** What can be liked. */
export const LikedType = z.enum(['book', 'video', 'comment'], { error: '没有这种条目' })
export type LikedType = z.infer<typeof LikedType>

const ids = z.array(Id)
const on = z.boolean({ error: '须为 true 或 false' })
const Toggled = z.strictObject({ on: z.boolean(), count: z.int() })
const Score = z.int({ error: '评分是 1 到 10 的整数' }).check(z.gte(1, '至少 1 分'), z.lte(10, '最多 10 分'))

/** How many things one likes and saves, by kind. */
export const LikeSaveCounts = z.strictObject({
  likes: z.strictObject({ books: z.int(), videos: z.int(), comments: z.int() }),
  saves: z.strictObject({ books: z.int(), videos: z.int() }),
})
export type LikeSaveCounts = z.infer<typeof LikeSaveCounts>

/** Ids of what one likes and saves, the newest first and at most the newest 1000 of each, and how many there are in all. */
const LikeSave = z.strictObject({
  counts: LikeSaveCounts,
  likedVideos: ids,
  likedBooks: ids,
  likedComments: ids,
  saveVideos: ids,
  saveBooks: ids,
})

/** Something liked or saved, with what it is; of a comment, the item it is on. */
export const CollectionEntry = z.strictObject({
  itemType: LikedType,
  itemId: Id,
  createTime: Time,
  item: ItemHead,
  comment: z.nullable(z.strictObject({ name: z.string(), content: z.string() })),
})
export type CollectionEntry = z.infer<typeof CollectionEntry>

/** How an item is rated: how many gave each score, from 1 to 10. */
export const Ratings = z.strictObject({
  countRated: z.int(),
  score: z.nullable(z.number()),
  counts: z.array(z.int()),
})
export type Ratings = z.infer<typeof Ratings>

/** What one has done about an item. */
export const MyReaction = z.strictObject({
  liked: z.boolean(),
  saved: z.boolean(),
  score: z.nullable(z.int()),
  shelf: z.nullable(OnShelf),
  /** Comments on it that one likes, the newest 500. */
  likedComments: ids,
  /** One’s own comments on it that others are not shown yet. */
  heldComments: z.array(Comment),
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
    summary: 'Like an item or a comment, or no longer; the same again changes nothing',
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
    summary: 'Save an item, or no longer; the same again changes nothing',
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
    summary: 'Rate an item in half stars, 1–10, or with null no longer',
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
    summary: 'Says that one looks at a book or began to play a video; the same again within half an hour counts once',
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
    summary: 'How readers rated an item',
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
    summary: 'Ids and counts of what one likes and saves; with `expand` a page of the things themselves',
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
    summary: 'What one has done about an item: like, save, rating, shelf, comments liked and held',
    input: z.object({ itemType: ItemType, itemId: Id }),
    output: MyReaction,
  }),
  recount: endpoint({
    method: 'POST',
    path: '/admin/recount',
    access: 'admin',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Count likes, saves, ratings and comments anew, one lot of items, and where the next begins',
    input: z.object({ itemType: ItemType, after: z._default(z.nullable(Id), null) }),
    output: z.strictObject({ counted: z.int(), corrected: z.int(), next: z.nullable(Id) }),
  }),
}
