import * as z from 'zod/mini'
import { defineJob } from '#server/jobs/define-job.ts'

/** The background job that computes from the choices of visitors what the ranking has learned. */
export const learnFromChoicesJob = defineJob({
  name: 'learn-from-choices',
  payload: z.object({}),
  timeoutSeconds: 600,
  schedule: '10 0 * * *',
  catchesUp: true,
})
