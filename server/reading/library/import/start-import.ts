import type { TextChoice } from '#shared/text-choice.ts'
import { fail } from '#shared/api/failure.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { lockUntilCommit } from '#server/platform/db/with-lock.ts'
import { enqueue } from '#server/platform/jobs/enqueue-job.ts'
import { readJob } from '#server/platform/jobs/job-queries.ts'
import type { SeenText } from '#server/reading/book-file/replaced-texts.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { judgeImportJob, storeImportJob } from './import-job.ts'
import { countOpenImports, isUnfinished, lockImport, type UploadedImport } from './import-queries.ts'
import { addImport, deleteImport, setImportJob } from './record-import.ts'
import { requireReplaceable } from './require-replaceable.ts'
import { deleteUploadedFile } from './uploaded-file.ts'

/** The largest number of unfinished imports of one editor: those that wait to be checked, confirmed or stored. */
const maxOpen = 100

/**
 * Starts the job that checks an uploaded file, and returns the id of the job. Repeated calls return the same job,
 * unless that job failed.
 */
export async function startJudging(
  db: Db,
  editorId: string,
  sent: Pick<UploadedImport, 'id' | 'name' | 'parts'>,
): Promise<string> {
  return inTransaction(db, async (db) => {
    await lockUntilCommit(db, `import ${editorId}`)
    await addImport(db, editorId, sent)
    const { id, jobId, verdict } = await lockImport(db, editorId, sent.id)
    if (verdict !== null && jobId !== null) return jobId
    if ((await countOpenImports(db, editorId)) > maxOpen)
      fail('tooMany', `最多同时导入 ${maxOpen} 个文件，请先处理或放弃一些`)
    const started = await enqueue(db, judgeImportJob, { importId: id }, { key: `${editorId} ${id}` })
    await setImportJob(db, { editorId, id }, started)
    return started
  })
}

interface ImportDecision {
  bookId: string | null
  replaces: SeenText | null
  replaceWithShorter: boolean
  rights: string
  source: string
  text: TextChoice
}

/**
 * Starts the job that stores a checked file in the library, and returns the id of the job. Repeated calls return the
 * same job.
 */
export async function startStoring(db: Db, editorId: string, id: string, decision: ImportDecision): Promise<string> {
  return inTransaction(db, async (db) => {
    const { jobId, verdict, stored } = await lockImport(db, editorId, id)
    if (stored !== null && jobId !== null) return jobId
    if (verdict === null) fail('conflict', '这个文件还没有看完，请等一会儿')
    if (verdict.kind === 'same' || verdict.kind === 'refused') fail('conflict', verdict.message)
    // The job checks this again. It is also checked here, so that the editor sees an error at once.
    if (decision.replaces !== null)
      await requireReplaceable(db, { ...verdict, ...decision, replaces: decision.replaces })
    const started = await enqueue(db, storeImportJob, { importId: id, ...decision }, { key: `${editorId} ${id}` })
    await setImportJob(db, { editorId, id }, started)
    return started
  })
}

/**
 * Removes an import from the editor's list and deletes its uploaded parts. A text that is already in the library stays
 * there.
 */
export async function deleteUploadedImport(db: Db, storage: Storage, editorId: string, id: string) {
  const sent = await inTransaction(db, async (db) => {
    const found = await lockImport(db, editorId, id)
    const job = found.jobId === null ? undefined : await readJob(db, found.jobId)
    if (found.verdict !== null && isUnfinished(job)) fail('conflict', '正在导入，请等它结束')
    await deleteImport(db, found)
    return found
  })
  await deleteUploadedFile(storage, editorId, sent)
}
