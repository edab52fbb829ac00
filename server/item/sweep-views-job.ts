import * as z from 'zod/mini'
import { defineJob } from '#server/jobs/define-job.ts'

/** Deletes recorded views that are too old to prevent a repeated view from being counted. */
export const sweepViewsJob = defineJob({
  name: 'sweep-views',
  payload: z.object({}),
  timeoutSeconds: 300,
  schedule: '35 * * * *',
})
