import * as z from 'zod/mini'
import { defineJob } from '#server/jobs/define-job.ts'

/** Brings the order of results in step with what readers like. */
export const sweepSearchJob = defineJob({
  name: 'sweep-search',
  payload: z.object({}),
  timeoutSeconds: 600,
  schedule: '20 * * * *',
})
