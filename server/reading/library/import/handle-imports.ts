import type { ImportVerdict } from '#shared/api/book/library-admin.ts'
import { ConcurrencyLimit } from '#server/engines/concurrency-limit.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { handleJob, type JobHandler } from '#server/platform/jobs/define-job.ts'
import type { JobRun } from '#server/platform/jobs/job-run.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { BookFiles } from '#server/reading/book-file/book-files.ts'
import { judgeImportJob, storeImportJob } from './import-job.ts'
import { findImport, type UploadedImport } from './import-queries.ts'
import { recordStored, recordVerdict } from './record-import.ts'
import { judgeImport } from './judge-import.ts'
import { storeImport } from './store-import.ts'
import { deleteUploadedFile, readUploadedFile } from './uploaded-file.ts'

/** Limits a node to importing one file at a time, because reading a book needs several times its size in memory. */
const reading = new ConcurrencyLimit({ running: 1, waiting: 10, busyMessage: '现在导入的文件很多，请过一会儿再试' })

/**
 * Returns the handlers of the import jobs. Each job may be repeated, because a repetition finds what an earlier attempt
 * has finished.
 */
export function handleImports({ db, storage }: { db: Db; storage: Storage }): JobHandler[] {
  return [
    handleJob(judgeImportJob, ({ importId }, run) =>
      reading.run(async () => {
        const sent = await findImport(db, importId, run.id)
        if (sent === undefined || sent.verdict !== null) return
        const bytes = await fetchParts(storage, sent, run)
        await run.report(0.5, '正在读文件')
        await recordVerdict(db, sent, await judgeImport(db, sent.name, bytes, { signal: run.signal }))
      }),
    ),
    handleJob(storeImportJob, ({ importId, ...choice }, run) =>
      reading.run(async () => {
        const sent = await findImport(db, importId, run.id)
        if (sent === undefined || sent.stored !== null) return
        const bytes = await fetchParts(storage, sent, run)
        await storeImport(db, new BookFiles(storage), {
          ...choice,
          declined: booksIn(sent.verdict),
          editorId: sent.editorId,
          original: { name: sent.name, bytes },
          signal: run.signal,
          onStage: (progress, message) => run.report(progress, message),
          onStored: (db, stored) => recordStored(db, sent, stored),
        })
        // If the process ends here, the remaining uploaded parts stay. A cleanup job deletes them within a day.
        await deleteUploadedFile(storage, sent.editorId, sent)
      }),
    ),
  ]
}

/** Returns the ids of the books among which the editor could choose. */
function booksIn(verdict: ImportVerdict | null): string[] {
  if (verdict === null) return []
  return [...verdict.candidates.map(({ id }) => id), ...(verdict.bookId === null ? [] : [verdict.bookId])]
}

/** Reads the uploaded parts of a file from the storage, which counts as the first half of the job's progress. */
function fetchParts(storage: Storage, sent: UploadedImport, run: JobRun): Promise<Buffer> {
  return readUploadedFile(storage, sent.editorId, sent, (part) =>
    run.report((part / sent.parts) * 0.5, '正在取回上传的文件'),
  )
}
