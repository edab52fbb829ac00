import { openDatabase } from '#server/platform/db/open-database.ts'
import type { JobHandler } from '#server/platform/jobs/define-job.ts'
import { JobWorkers } from '#server/platform/jobs/job-workers.ts'
import { waitForJob } from '#server/platform/jobs/wait-for-job.ts'
import { createTestDatabase } from './test-database.ts'
import type { Lifetime } from './test-database.ts'
import { testTiming } from './test-timing.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * Creates a database for the test and starts as many job workers on it as the test needs, each as in a separate
 * process.
 */
export async function openJobs(t: Lifetime) {
  const { connection, drop } = await createTestDatabase()
  const db = openDatabase(connection, () => undefined)
  const all = new Set<JobWorkers>()
  t.after(async () => {
    for (const workers of all) await workers.stop()
    await db.destroy()
    await drop()
  })
  const start = async (...handlers: JobHandler[]) => {
    const workers = new JobWorkers({ db, connection, handlers, log, timing: testTiming })
    all.add(workers)
    await workers.start()
    return async () => {
      all.delete(workers)
      await workers.stop()
    }
  }
  const ended = (id: string) => waitForJob(connection, db, id)
  return { db, connection, start, ended }
}
