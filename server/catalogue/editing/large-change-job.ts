import * as z from 'zod/mini'
import { Id } from '#shared/api/text.ts'
import { defineJob } from '#server/platform/jobs/define-job.ts'

/** The background job that updates the books and videos of one large change; `id` is the id of the change. */
export const largeChangeJob = defineJob({
  name: 'large-change',
  payload: z.object({ id: Id }),
  timeoutSeconds: 3 * 3600,
  queue: 'large-change',
})

/** The background job that enqueues the jobs of unfinished large changes again when they have failed. */
export const resumeLargeChangesJob = defineJob({
  name: 'resume-large-changes',
  payload: z.object({}),
  timeoutSeconds: 60,
  schedule: '*/10 * * * *',
})
