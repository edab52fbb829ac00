import { v7 as newId } from 'uuid'
import type { VideoDraft } from '#shared/api/book/video-admin.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Editing } from '#server/catalogue/editing/as-editor.ts'
import { recordEdit } from '#server/catalogue/editing/record-edit.ts'
import { lockItem } from '#server/catalogue/item/lock-item.ts'
import { refreshItems } from '#server/catalogue/item/refresh-items.ts'
import { readVideoDraft } from './video-drafts.ts'
import { type ItemChange, writeItem } from '#server/catalogue/item/write-item.ts'

/** Creates a video. Must run in a transaction. Returns the id of the video. */
export async function createVideo(db: Db, editing: Editing, draft: VideoDraft): Promise<string> {
  const id = newId()
  const change = await writeVideo(db, id, draft)
  await recordEdit(db, editing, 'video.create', id, detailOf(draft))
  await refreshItems(db, 'video', [change])
  return id
}

/**
 * Updates a video. Must run in a transaction. Returns the storage keys of the files that the caller must
 * delete after the commit: that of the former cover, or none if the cover stays.
 */
export async function updateVideo(db: Db, editing: Editing, id: string, draft: VideoDraft): Promise<string[]> {
  await lockItem(db, { itemType: 'video', itemId: id })
  const { cover } = await readVideoDraft(db, id)
  const change = await writeVideo(db, id, draft)
  await recordEdit(db, editing, 'video.update', id, detailOf(draft))
  await refreshItems(db, 'video', [change])
  return cover !== null && cover !== draft.cover ? [cover] : []
}

function detailOf({ title, source }: VideoDraft) {
  return { title, source }
}

/**
 * Inserts or updates a video with its tags and places. Must run in a transaction whose last step is `refreshItems`.
 */
function writeVideo(db: Db, id: string, draft: VideoDraft): Promise<ItemChange> {
  const { tags, places, ...columns } = draft
  return writeItem(db, { itemType: 'video', itemId: id }, { tags, places }, () =>
    db
      .insertInto('video')
      .values({ id, ...columns })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
      .execute(),
  )
}
