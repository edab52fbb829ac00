import type { videoAdmin } from '#shared/api/book/video-admin.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { deleteCovers, withCover } from '#server/account/upload/accept-cover.ts'
import { asEditor } from '#server/catalogue/editing/as-editor.ts'
import { createVideo, updateVideo } from './edit-video.ts'
import { removeVideo } from './remove-video.ts'
import { readVideoDraft } from './video-drafts.ts'
import { listVideos } from './video-queries.ts'

export const videoAdminHandlers: NounHandlers<typeof videoAdmin> = {
  async find({ query, cursor, limit }, { db }) {
    const { list, nextCursor, total } = await listVideos(db, { query, sort: 'new', cursor, limit })
    return { list, nextCursor, total }
  },

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
