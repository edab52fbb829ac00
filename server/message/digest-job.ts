import * as z from 'zod/mini'
import { defineJob } from '#server/jobs/define-job.ts'

/** Sends the mails of unread messages that have become due. A run that is cut short goes on with the next. */
export const sendDigestsJob = defineJob({
  name: 'send-digests',
  payload: z.object({}),
  timeoutSeconds: 3600,
  maxAttempts: 1,
  queue: 'send-digests',
  schedule: '*/10 * * * *',
})
