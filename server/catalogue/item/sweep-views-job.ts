import * as z from 'zod/mini'
import { defineJob } from '#server/platform/jobs/define-job.ts'

/**
 * The background job that deletes old records of page views. Recent records are needed, because they prevent a repeated
 * view from being counted.
 */
export const sweepViewsJob = defineJob({
  name: 'sweep-views',
  payload: z.object({}),
  timeoutSeconds: 300,
  schedule: '35 * * * *',
})
