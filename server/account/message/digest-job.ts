import * as z from 'zod/mini'
import { defineJob } from '#server/platform/jobs/define-job.ts'

/**
 * The background job that sends the due mails about unread messages. If a run is interrupted, the next run sends the
 * remaining mails.
 */
export const sendDigestsJob = defineJob({
  name: 'send-digests',
  payload: z.object({}),
  timeoutSeconds: 3600,
  maxAttempts: 1,
  queue: 'send-digests',
  schedule: '*/10 * * * *',
})
