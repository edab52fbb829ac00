import * as z from 'zod/mini'
import { defineJob } from '#server/jobs/define-job.ts'

/** Sends the due mails about unread messages. The next run continues where an interrupted run has stopped. */
export const sendDigestsJob = defineJob({
  name: 'send-digests',
  payload: z.object({}),
  timeoutSeconds: 3600,
  maxAttempts: 1,
  queue: 'send-digests',
  schedule: '*/10 * * * *',
})
