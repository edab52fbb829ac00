import { maxAnnotations } from '#shared/annotation-limit.ts'
import type { Annotation } from '#shared/api/reader/annotation.ts'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { countAnnotations, listAnnotationsById, lockAnnotations } from './annotation-queries.ts'
import { withoutStaleLocators } from './readable-file-queries.ts'
import { deleteOldTombstones, upsertAnnotations } from './write-annotations.ts'

/**
 * Saves annotations that a device has created, changed or deleted. Returns the stored version of each. A repetition
 * changes nothing.
 */
export async function saveAnnotations(db: Db, userId: string, bookId: string, list: Annotation[]) {
  const ids = list.map(({ id }) => id)
  if (new Set(ids).size < ids.length) fail('invalid', '同一条批注出现了两次', { fields: { list: '有重复' } })
  return db.transaction().execute(async (tx) => {
    await lockAnnotations(tx, userId, bookId)
    await upsertAnnotations(tx, userId, bookId, await withoutStaleLocators(tx, list.map(emptyIfDeleted)))
    const { shown, deleted } = await countAnnotations(tx, userId, bookId)
    if (shown > maxAnnotations) fail('conflict', `一本书最多 ${maxAnnotations} 条书签和批注，请先删掉一些，再添新的`)
    if (deleted > maxAnnotations) await deleteOldTombstones(tx, userId, bookId, maxAnnotations)
    return listAnnotationsById(tx, userId, ids)
  })
}

/** Removes the content of an annotation that the user has deleted. */
function emptyIfDeleted(one: Annotation): Annotation {
  return one.isDeleted ? { ...one, locator: '', fraction: 0, quote: '', chapter: '', note: '' } : one
}
