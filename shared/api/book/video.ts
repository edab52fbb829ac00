import * as z from 'zod/mini'
import { readVideoSource } from '#shared/video-source.ts'
import { BookCard, BookRecommend, BookSort } from './book.ts'
import { DraftPlace } from '#shared/api/place/place-draft.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { Place } from '#shared/api/place/place.ts'
import { Tag, TagNames } from '#shared/api/tag/tag.ts'
import { Id, text, Time } from '#shared/api/text.ts'

/** What a list shows of a video. */
export const VideoCard = z.strictObject({
  id: Id,
  title: z.string(),
  cover: z.nullable(z.string()),
  desc: z.string(),
  /** Who is asked for it when it plays; null for this site itself. */
  host: z.nullable(z.string()),
  places: z.array(z.string()),
  views: z.int(),
  score: z.nullable(z.number()),
  countRated: z.int(),
  countComments: z.int(),
})
export type VideoCard = z.infer<typeof VideoCard>

export const Video = z.strictObject({
  id: Id,
  title: z.string(),
  /** The address of a file, or of a page to embed. */
  source: z.string(),
  /** Storage key of an uploaded cover; null means the drawn one. */
  cover: z.nullable(z.string()),
  desc: z.string(),
  tags: z.array(Tag),
  places: z.array(Place),
  countComments: z.int(),
  countSave: z.int(),
  likes: z.int(),
  /** How often somebody began to play it. */
  views: z.int(),
  countRated: z.int(),
  score: z.nullable(z.number()),
  /** Only books are recommended so far. */
  recommends: z.array(BookRecommend),
  createTime: Time,
})
export type Video = z.infer<typeof Video>

/** An address as editors find it, kept as the one that plays. */
const Source = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(500, { error: '网址太长了', abort: true })),
    z.transform((typed: string) => readVideoSource(typed)?.address),
  ),
  z.string({
    error: '请填 https:// 开头的 mp4、webm 或 ogg 文件，或哔哩哔哩、优酷、腾讯视频、YouTube、Vimeo 的视频网址',
  }),
)

/** All that an editor says of a video. */
export const VideoDraft = z.object({
  title: text(1, 100),
  source: Source,
  /** The key of an upload to become the cover, the key it has, or none. */
  cover: z._default(z.nullable(z.string().check(z.maxLength(200, '封面不对'))), null),
  desc: z._default(text(0, 1000), ''),
  tags: z._default(TagNames, []),
  places: z._default(z.array(DraftPlace).check(z.maxLength(12, '最多 12 处地方')), []),
})
export type VideoDraft = z.infer<typeof VideoDraft>

export const video = {
  list: endpoint({
    method: 'POST',
    path: '/video/list',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 600,
    summary: 'Videos by tags, sorted, a page at a time',
    input: z.object({ tags: z._default(TagNames, []), sort: z._default(BookSort, 'hot'), ...paging }),
    output: pageOf(VideoCard),
  }),
  tags: endpoint({
    method: 'GET',
    path: '/video/tags',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Tags of videos, with how many videos carry each',
    input: z.object({}),
    output: z.strictObject({ list: z.array(Tag) }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/video/{id}',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'One video with all that is known of it',
    input: z.object({ id: Id }),
    output: Video,
  }),
  books: endpoint({
    method: 'GET',
    path: '/video/{id}/books',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Books about what a video shows: of its places and under its tags',
    input: z.object({ id: Id }),
    output: z.strictObject({ list: z.array(BookCard) }),
  }),
  find: endpoint({
    method: 'POST',
    path: '/video/find',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Videos by a part of their title, the newest first',
    input: z.object({ query: z._default(text(0, 100), ''), ...paging }),
    output: pageOf(VideoCard),
  }),
  draft: endpoint({
    method: 'GET',
    path: '/video/{id}/draft',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'A video as an editor would write it again',
    input: z.object({ id: Id }),
    output: z.strictObject({
      title: z.string(),
      source: z.string(),
      cover: z.nullable(z.string()),
      desc: z.string(),
      tags: z.array(z.string()),
      places: z.array(DraftPlace),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/video',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'A new video',
    input: VideoDraft,
    output: z.strictObject({ id: Id }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/video/{id}',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'A video in place of what it was',
    input: z.object({ id: Id, ...VideoDraft.shape }),
    output: z.strictObject({ id: Id }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/video/{id}',
    access: 'editor',
    effect: 'write',
    timeout: 60,
    rate: null,
    summary: 'Remove a video; where readers have said or kept something about it, only once that is confirmed',
    input: z.object({ id: Id, confirmed: z._default(z.boolean(), false) }),
    output: z.null(),
  }),
}
