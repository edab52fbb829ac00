import type { video } from '#shared/api/book/video.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { topic } from '#server/platform/cache/topics.ts'
import { missingItem } from '#server/catalogue/item/item-tables.ts'
import { findVideo } from './find-video.ts'
import { listVideos } from './video-queries.ts'

export const videoHandlers: NounHandlers<typeof video> = {
  async list(input, { db, dependsOn }) {
    dependsOn(topic.videos, topic.scored('video'))
    if (input.sort !== 'new') dependsOn(topic.order('video', input.sort))
    const page = await listVideos(db, input)
    dependsOn(...page.list.map(({ id: itemId }) => topic.card({ itemType: 'video', itemId })))
    return page
  },

  async show({ id }, { db, dependsOn }) {
    dependsOn(topic.video(id), topic.tags, topic.labels, topic.reactions({ itemType: 'video', itemId: id }))
    return (await findVideo(db, id)) ?? missingItem('video')
  },
}
