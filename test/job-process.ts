import * as z from 'zod/mini'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { defineJob, handleJob } from '#server/platform/jobs/define-job.ts'
import { JobWorkers } from '#server/platform/jobs/job-workers.ts'
import { testTiming } from './test-timing.ts'

/** A background job that never ends; a process of `test/job-process.ts` runs it until a test kills the process. */
export const endlessJob = defineJob({ name: 'endless', payload: z.object({}), timeoutSeconds: 600 })

if (process.argv[1] === import.meta.filename) {
  const connection = JSON.parse(process.argv[2] ?? '')
  const db = openDatabase(connection, () => undefined)
  const log = { info: () => undefined, warn: console.error, error: console.error }
  const handlers = [
    handleJob(endlessJob, async (_, run) => {
      await run.report(0.5, '一半')
      process.send?.('running')
      await new Promise(() => setInterval(() => undefined, 1000))
    }),
  ]
  await new JobWorkers({ db, connection, handlers, log, timing: testTiming }).start()
}
