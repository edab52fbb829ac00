import * as z from 'zod/mini'
import { defineJob } from '#server/jobs/define-job.ts'

/** Lists the whole store, which costs money where the store is not the site's own disk: four times a day. */
export const sweepStorageJob = defineJob({
  name: 'sweep-storage',
  payload: z.object({}),
  timeoutSeconds: 3600,
  maxAttempts: 2,
  queue: 'sweep-storage',
  schedule: '40 1,7,13,19 * * *',
})
