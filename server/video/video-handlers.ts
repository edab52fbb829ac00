import type { video } from '#shared/api/book/video.ts'
import { requireUser } from '#server/call/require-user.ts'
import { listBooksById } from '#server/book/book-queries.ts'
import type { NounHandlers } from '#server/call/handlers.ts'
import { topic } from '#server/cache/topics.ts'
import { deleteCovers, withCover } from '#server/upload/accept-cover.ts'
import { asEditor } from '#server/editing/as-editor.ts'
import { missingItem } from '#server/item/item-tables.ts'
import { createVideo, updateVideo } from './edit-video.ts'
import { findVideo } from './find-video.ts'
import { removeVideo } from './remove-video.ts'
import { readVideoDraft } from './video-drafts.ts'
import { listVideoBookIds } from './video-books.ts'
import { listVideos, listVideoTags } from './video-queries.ts'

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
    dependsOn(topic.video(id), topic.tags, topic.labels, topic.reactions({ itemType: 'video', itemId: id }))
    return (await findVideo(db, id)) ?? missingItem('video')
  },

  async books({ id }, { db, dependsOn }) {
    dependsOn(topic.video(id), topic.books)
    return { list: await listBooksById(db, await listVideoBookIds(db, id, 8)) }
  },

  find: ({ query, cursor, limit }, { db }) => listVideos(db, { query, sort: 'new', cursor, limit }),

  draft: ({ id }, { db }) => readVideoDraft(db, id),

  async create(draft, context) {
    const { id: userId } = requireUser(context)
    const id = await withCover(context.storage, { userId, cover: draft.cover, known: null }, (cover) =>
      asEditor(context, (db, editing) => createVideo(db, editing, { ...draft, cover })),
    )
    return { id }
  },

  async update({ id, ...draft }, context) {
    const { id: userId } = requireUser(context)
    const { cover: known } = await readVideoDraft(context.db, id)
    const replaced = await withCover(context.storage, { userId, cover: draft.cover, known }, (cover) =>
      asEditor(context, (db, editing) => updateVideo(db, editing, id, { ...draft, cover })),
    )
    await deleteCovers(context, replaced)
    return { id }
  },

  async remove(removal, context) {
    await deleteCovers(context, await asEditor(context, (db, editing) => removeVideo(db, editing, removal)))
    return null
  },
}
