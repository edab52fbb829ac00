import * as z from 'zod/mini'
import { defineJob } from '#server/platform/jobs/define-job.ts'

/** Makes the backup of the day: every day at 19:00 UTC, which is three in the morning in China. */
export const makeBackupJob = defineJob({
  name: 'make-backup',
  payload: z.object({}),
  timeoutSeconds: 3 * 3600,
  maxAttempts: 3,
  queue: 'make-backup',
  schedule: '0 19 * * *',
  catchesUp: true,
})
