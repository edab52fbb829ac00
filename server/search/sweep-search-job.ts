import * as z from 'zod/mini'
import { defineJob } from '#server/platform/jobs/define-job.ts'

/** The background job that updates the order of search results from the current popularity of the books. */
export const sweepSearchJob = defineJob({
  name: 'sweep-search',
  payload: z.object({}),
  timeoutSeconds: 600,
  schedule: '20 * * * *',
})
