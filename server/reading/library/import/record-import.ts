import type { ImportVerdict, StoredImport } from '#shared/api/book/library-admin.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { oldestListed, type UploadedImport } from './import-queries.ts'

/** The key of an import: the id of the editor and the id that the editor's browser generated for the import. */
type ImportKey = Pick<UploadedImport, 'editorId' | 'id'>

/**
 * Records an uploaded file unless it is recorded already, and deletes records of the same editor that are more than a
 * day old.
 */
export async function addImport(
  db: Db,
  editorId: string,
  { id, name, parts }: Pick<UploadedImport, 'id' | 'name' | 'parts'>,
) {
  await db
    .deleteFrom('libraryImport')
    .where('editorId', '=', editorId)
    .where('createTime', '<', oldestListed)
    .where('id', '<>', id)
    .execute()
  await db
    .insertInto('libraryImport')
    .values({ id, editorId, name, parts })
    .onConflict((conflict) => conflict.columns(['editorId', 'id']).doNothing())
    .execute()
}

export async function setImportJob(db: Db, { editorId, id }: ImportKey, jobId: string) {
  await db.updateTable('libraryImport').set({ jobId }).where('editorId', '=', editorId).where('id', '=', id).execute()
}

export async function recordVerdict(db: Db, { editorId, id }: ImportKey, verdict: ImportVerdict) {
  await db
    .updateTable('libraryImport')
    .set({ verdict: JSON.stringify(verdict) })
    .where('editorId', '=', editorId)
    .where('id', '=', id)
    .execute()
}

export async function recordStored(db: Db, { editorId, id }: ImportKey, stored: StoredImport) {
  await db
    .updateTable('libraryImport')
    .set({ result: JSON.stringify(stored) })
    .where('editorId', '=', editorId)
    .where('id', '=', id)
    .execute()
}

export async function deleteImport(db: Db, { editorId, id }: ImportKey) {
  await db.deleteFrom('libraryImport').where('editorId', '=', editorId).where('id', '=', id).execute()
}
