import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { BookRecommend, BookSort } from './book.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { numberedPageOf, paging } from '#shared/api/paging.ts'
import { Place } from '#shared/api/place/place.ts'
import { Tag } from '#shared/api/tag/tag.ts'
import { Id, Time } from '#shared/api/text.ts'

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

export const video = {
  list: endpoint({
    method: 'POST',
    path: '/video/list',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 600,
    summary: 'List videos, sorted, in pages',
    input: z.object({ sort: z._default(BookSort, 'hot'), ...paging }),
    output: z.extend(numberedPageOf(VideoCard), {
      hasScores: described('Whether a matching video has a score.', z.boolean()),
    }),
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
}
