import * as z from 'zod/mini'
import { defineJob } from './define-job.ts'

/**
 * The nightly job, at 02:15 China time, that deletes jobs which ended more than a month ago. Its name must not change,
 * because the databases of running sites store it.
 */
export const deleteEndedJobsJob = defineJob({
  name: 'forget-jobs',
  payload: z.object({}),
  timeoutSeconds: 60,
  schedule: '15 18 * * *',
  catchesUp: true,
})

export const endedJobDays = 30
