import * as z from 'zod/mini'
import { defineJob } from '#server/jobs/define-job.ts'

/** The hourly job that deletes expired sessions, verification codes, tickets and records of failed attempts. */
export const sweepAccountsJob = defineJob({
  name: 'sweep-accounts',
  payload: z.object({}),
  timeoutSeconds: 300,
  schedule: '5 * * * *',
})
