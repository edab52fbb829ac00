import { fail } from '#shared/api/failure.ts'
import type { video } from '#shared/api/book/video.ts'
import { requireUser } from '#server/call/require-user.ts'
import { listBooksById } from '#server/book/book-queries.ts'
import type { NounHandlers } from '#server/call/handlers.ts'
import { topic } from '#server/cache/topics.ts'
import { deleteCovers, withCover } from '#server/upload/accept-cover.ts'
import { createVideo, findVideoDraft, updateVideo } from './edit-video.ts'
import { findVideo } from './find-video.ts'
import { removeVideo } from './remove-video.ts'
import { listVideoBookIds } from './video-books.ts'
import { listVideos, listVideoTags } from './video-queries.ts'

const missingMessage = '没有找到这个视频，它可能已被移走'

export const videoHandlers: NounHandlers<typeof video> = {
  async list(input, { db, dependsOn }) {
    dependsOn(topic.videos)
    if (input.sort !== 'new') dependsOn(topic.order('video', input.sort))
    const page = await listVideos(db, input)
    dependsOn(...page.list.map(({ id: itemId }) => topic.card({ itemType: 'video', itemId })))
    return page
  },

  async tags(_, { db, dependsOn }) {
    dependsOn(topic.videos, topic.tags)
    return { list: await listVideoTags(db) }
  },

  async show({ id }, { db, dependsOn }) {
    dependsOn(topic.video(id), topic.tags, topic.reactions({ itemType: 'video', itemId: id }))
    return (await findVideo(db, id)) ?? fail('missing', missingMessage)
  },

  async books({ id }, { db, dependsOn }) {
    dependsOn(topic.video(id), topic.books)
    return { list: await listBooksById(db, await listVideoBookIds(db, id, 8)) }
  },

  find: ({ query, cursor, limit }, { db }) => listVideos(db, { query, sort: 'new', cursor, limit }),

  draft: async ({ id }, { db }) => (await findVideoDraft(db, id)) ?? fail('missing', missingMessage),

  async create(draft, context) {
    const { id: userId } = requireUser(context)
    const write = (cover: string | null) => createVideo(context.db, userId, { ...draft, cover })
    return { id: await withCover(context.storage, { userId, cover: draft.cover, known: null }, write) }
  },

  async update({ id, ...draft }, context) {
    const { db, storage } = context
    const { id: userId } = requireUser(context)
    const known = (await findVideoDraft(db, id))?.cover ?? null
    const write = (cover: string | null) => updateVideo(db, userId, id, { ...draft, cover })
    await deleteCovers(context, await withCover(storage, { userId, cover: draft.cover, known }, write))
    return { id }
  },

  async remove({ id, confirmed }, context) {
    const { id: editorId } = requireUser(context)
    await deleteCovers(context, await removeVideo(context.db, { id, editorId, confirmed }))
    return null
  },
}
