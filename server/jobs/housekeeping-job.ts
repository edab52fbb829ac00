import * as z from 'zod/mini'
import { defineJob } from './define-job.ts'

/** The nightly job, at 02:15 China time, that deletes jobs which ended more than a month ago. The database of a site stores the name of the job. */
export const deleteEndedJobsJob = defineJob({
  name: 'forget-jobs',
  payload: z.object({}),
  timeoutSeconds: 60,
  schedule: '15 18 * * *',
})

export const endedJobDays = 30
