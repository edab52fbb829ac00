import { deleteSetting } from '#server/platform/setting/write-setting.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Job } from './define-job.ts'
import { addToQueue } from './enqueue-job.ts'

/**
 * The setting that marks a database as restored from a backup whose jobs are not in the queue yet, because backups
 * contain the jobs but not the queue of the job library.
 */
export const unqueuedJobsSetting = 'unqueuedJobs'

/**
 * Puts the unfinished jobs of a restored backup back into the queue, once on all nodes together. A job that this
 * program does not know fails.
 */
export async function requeueRestoredJobs(db: Db, jobs: Job[]): Promise<void> {
  await db.transaction().execute(async (db) => {
    if (!(await deleteSetting(db, unqueuedJobsSetting))) return
    const unfinished = await db
      .updateTable('job')
      .set({ state: 'queued', attemptId: null, worker: null })
      .where('state', 'in', ['queued', 'running'])
      .returning(['id', 'name'])
      .execute()
    for (const { id, name } of unfinished) {
      const job = jobs.find((one) => one.name === name)
      if (job) await addToQueue(db, job, id)
      else await failUnknown(db, id)
    }
  })
}

function failUnknown(db: Db, id: string) {
  const failed = { state: 'failed', message: '这个版本没有这种任务', endTime: new Date() } as const
  return db.updateTable('job').set(failed).where('id', '=', id).execute()
}
