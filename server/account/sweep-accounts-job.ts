import * as z from 'zod/mini'
import { defineJob } from '#server/platform/jobs/define-job.ts'

/**
 * The hourly job that deletes expired data of accounts: sessions, verification codes, tickets (each proves once that
 * its holder has just verified a code), and records of failed attempts to enter a password or code.
 */
export const sweepAccountsJob = defineJob({
  name: 'sweep-accounts',
  payload: z.object({}),
  timeoutSeconds: 300,
  schedule: '5 * * * *',
})
