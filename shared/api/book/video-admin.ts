import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { parseVideoSource } from '#shared/video-source.ts'
import { DraftPlace } from '#shared/api/place/place-draft.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { TagNames } from '#shared/api/tag/tag.ts'
import { Id, text } from '#shared/api/text.ts'
import { VideoCard } from './video.ts'

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

export const videoAdmin = {
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
