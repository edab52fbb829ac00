import * as z from 'zod/mini'
import { defineJob } from '#server/platform/jobs/define-job.ts'

/**
 * The background job that deletes unused objects from the object store. It runs only four times a day, because listing
 * the objects of an external store costs money.
 */
export const sweepStorageJob = defineJob({
  name: 'sweep-storage',
  payload: z.object({}),
  timeoutSeconds: 3600,
  maxAttempts: 2,
  queue: 'sweep-storage',
  schedule: '40 1,7,13,19 * * *',
})
