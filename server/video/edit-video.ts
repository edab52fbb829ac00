import { v7 as newId } from 'uuid'
import { fail } from '#shared/api/failure.ts'
import type { VideoDraft } from '#shared/api/book/video.ts'
import { recordEdit } from '#server/editing/record-edit.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { Db } from '#server/db/schema.ts'
import { placesOf } from '#server/item/item-page.ts'
import { refreshVideo, writeVideo } from './write-video.ts'

/** Returns the data of a video for the editors' form; undefined if the video does not exist. */
export async function findVideoDraft(db: Db, id: string) {
  const row = await db
    .selectFrom('video')
    .select(['title', 'source', 'cover', 'desc', placesOf('video')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const tags = await db
    .selectFrom('videoTag')
    .innerJoin('tag', 'tag.id', 'videoTag.tagId')
    .select('tag.name')
    .where('videoId', '=', id)
    .orderBy('tag.position')
    .execute()
  const places = row.places.map(({ country, province, ...place }) => ({ ...place, region: null }))
  return { ...row, tags: tags.map(({ name }) => name), places }
}

export async function createVideo(db: Db, editorId: string, draft: VideoDraft): Promise<string> {
  const id = newId()
  await inTransaction(db, async (db) => {
    const change = await writeVideo(db, id, draft)
    await recordEdit(db, { editorId }, 'video.create', id, detailOf(draft))
    await refreshVideo(db, change)
  })
  return id
}

/**
 * Updates a video. Returns the storage key of a replaced cover, which the caller must delete; the list is empty if the
 * cover stays.
 */
export async function updateVideo(db: Db, editorId: string, id: string, draft: VideoDraft): Promise<string[]> {
  return inTransaction(db, async (db) => {
    const before = await db.selectFrom('video').select('cover').where('id', '=', id).forUpdate().executeTakeFirst()
    if (before === undefined) return fail('missing', '没有找到这个视频，它可能已被移走')
    const change = await writeVideo(db, id, draft)
    await recordEdit(db, { editorId }, 'video.update', id, detailOf(draft))
    await refreshVideo(db, change)
    return before.cover !== null && before.cover !== draft.cover ? [before.cover] : []
  })
}

function detailOf({ title, source }: VideoDraft) {
  return { title, source }
}
