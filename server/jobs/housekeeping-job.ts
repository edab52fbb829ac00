import * as z from 'zod/mini'
import { defineJob } from './define-job.ts'

/** Forgets jobs that ended more than a month ago; every night, at a quarter past two in China. */
export const forgetJobsJob = defineJob({
  name: 'forget-jobs',
  payload: z.object({}),
  timeoutSeconds: 60,
  schedule: '15 18 * * *',
})

export const endedJobDays = 30
