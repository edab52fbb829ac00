import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { parseVideoSource } from '#shared/video-source.ts'
import { BookCard, BookRecommend, BookSort } from './book.ts'
import { DraftPlace } from '#shared/api/place/place-draft.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { Place } from '#shared/api/place/place.ts'
import { Tag, TagNames } from '#shared/api/tag/tag.ts'
import { Id, text, Time } from '#shared/api/text.ts'

/** The fields of a video that lists of videos show. */
export const VideoCard = z.strictObject({
  id: Id,
  title: z.string(),
  cover: z.nullable(z.string()),
  desc: z.string(),
  host: described('Name of the website that serves the video; null for this site itself.', z.nullable(z.string())),
  places: described(
    'The names of the places of the video; `placeIds` has their ids in the same order.',
    z.array(z.string()),
  ),
  placeIds: z.array(Id),
  views: z.int(),
  score: z.nullable(z.number()),
  countRated: z.int(),
  countComments: z.int(),
})
export type VideoCard = z.infer<typeof VideoCard>

export const Video = z.strictObject({
  id: Id,
  title: z.string(),
  source: described('URL of the video file, or of a page to embed.', z.string()),
  cover: described('Storage key of an uploaded cover; null means the generated cover.', z.nullable(z.string())),
  desc: z.string(),
  tags: z.array(Tag),
  places: z.array(Place),
  countComments: z.int(),
  countSave: z.int(),
  likes: z.int(),
  views: described('Number of times that the video was started.', z.int()),
  countRated: z.int(),
  score: z.nullable(z.number()),
  recommends: described(
    'The recommendations of a video: always empty, because only books can be recommended. The field exists because clients expect it.',
    z.array(BookRecommend),
  ),
  createTime: Time,
})
export type Video = z.infer<typeof Video>

/** The URL of a video as an editor enters it, normalized to a URL that can be played. */
const Source = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(500, { error: '网址太长了', abort: true })),
    z.transform((typed: string) => parseVideoSource(typed)?.address),
  ),
  z.string({
    error: '请填 https:// 开头的 mp4、webm 或 ogg 文件，或哔哩哔哩、优酷、腾讯视频、YouTube、Vimeo 的视频网址',
  }),
)

/** All fields of a video that an editor can change. */
export const VideoDraft = z.object({
  title: text(1, 100),
  source: Source,
  cover: described(
    'The storage key of a newly uploaded cover, the key of the present cover to retain it, or null for no uploaded cover.',
    z._default(z.nullable(z.string().check(z.maxLength(200, '封面不对'))), null),
  ),
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
    summary: 'List videos, filtered by tags, sorted, in pages',
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
    summary: 'List the tags of videos, with the number of videos',
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
    summary: 'Get one video',
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
    summary: 'List books that share a place or a tag with a video',
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
    summary: 'List videos by a part of their title, the newest first',
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
    summary: 'Get a video for editing',
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
    summary: 'Create a video',
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
    summary: 'Change a video',
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
    summary: 'Delete a video; if users have commented on, rated or saved it, `confirmed` must be true',
    input: z.object({ id: Id, confirmed: z._default(z.boolean(), false) }),
    output: z.null(),
  }),
}
