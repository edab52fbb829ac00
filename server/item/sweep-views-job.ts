import * as z from 'zod/mini'
import { defineJob } from '#server/jobs/define-job.ts'

/** Forgets who looked at what, once it no longer keeps a view from being counted. */
export const sweepViewsJob = defineJob({
  name: 'sweep-views',
  payload: z.object({}),
  timeoutSeconds: 300,
  schedule: '35 * * * *',
})
