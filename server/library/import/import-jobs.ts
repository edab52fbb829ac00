import * as z from 'zod/mini'
import { text, Id } from '#shared/api/text.ts'
import { ConcurrencyLimit } from '#server/limit/concurrency-limit.ts'
import type { Db } from '#server/db/schema.ts'
import { defineJob, handleJob, type JobHandler } from '#server/jobs/define-job.ts'
import type { JobRun } from '#server/jobs/job-run.ts'
import type { Storage } from '#server/storage/storage.ts'
import { BookFiles } from '#server/book-file/book-files.ts'
import { findImport, recordStored, recordVerdict, type UploadedImport } from './import-queries.ts'
import { judgeImport } from './judge-import.ts'
import { storeImport } from './store-import.ts'
import { deleteUploadedFile, readUploadedFile } from './uploaded-file.ts'

/** Long enough for 50 parts from a slow store, the child process with its own limit, and the bytes going back. */
const timeoutSeconds = 300

/** Two queues, so that an editor who has decided does not wait behind a hundred files that are being judged. */
export const judgeImportJob = defineJob({
  name: 'library.judge',
  payload: z.object({ importId: Id }),
  timeoutSeconds,
  queue: 'library.judge',
})

export const storeImportJob = defineJob({
  name: 'library.keep',
  payload: z.object({
    importId: Id,
    bookId: z.nullable(Id),
    replaces: z.nullable(Id),
    rights: text(4, 120),
    source: text(0, 200),
  }),
  timeoutSeconds,
  queue: 'library.keep',
})

/** A book being read needs several times its size in memory, so a process dependsOn one at a time. */
const reading = new ConcurrencyLimit({ running: 1, waiting: 10, busyMessage: '现在导入的文件很多，请过一会儿再试' })

/** The jobs that do an editor's import. Each may be repeated: what an attempt has finished, the next one finds. */
export function importJobs({ db, storage }: { db: Db; storage: Storage }): JobHandler[] {
  return [
    handleJob(judgeImportJob, ({ importId }, run) =>
      reading.run(async () => {
        const sent = await findImport(db, importId, run.id)
        if (sent === undefined || sent.verdict !== null) return
        const bytes = await fetchParts(storage, sent, run)
        await run.report(0.5, '正在读文件')
        await recordVerdict(db, sent, await judgeImport(db, sent.name, bytes, run.signal))
      }),
    ),
    handleJob(storeImportJob, ({ importId, ...choice }, run) =>
      reading.run(async () => {
        const sent = await findImport(db, importId, run.id)
        if (sent === undefined || sent.kept !== null) return
        const bytes = await fetchParts(storage, sent, run)
        await storeImport(db, new BookFiles(storage), {
          ...choice,
          editorId: sent.editorId,
          original: { name: sent.name, bytes },
          signal: run.signal,
          onStage: (progress, message) => run.report(progress, message),
          onKept: (db, kept) => recordStored(db, sent, kept),
        })
        // Parts that stay because this process ends here are swept within a day.
        await deleteUploadedFile(storage, sent.editorId, sent)
      }),
    ),
  ]
}

/** Reads the parts of a file from the storage: the first half of a job's progress. */
function fetchParts(storage: Storage, sent: UploadedImport, run: JobRun): Promise<Buffer> {
  return readUploadedFile(storage, sent.editorId, sent, (part) =>
    run.report((part / sent.parts) * 0.5, '正在取回上传的文件'),
  )
}
