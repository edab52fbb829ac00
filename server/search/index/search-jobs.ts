import * as z from 'zod/mini'
import { defineJob } from '#server/jobs/define-job.ts'
import { searchScheme } from './rebuild-index.ts'

/** Brings the order of results in step with what readers like. */
export const sweepSearchJob = defineJob({
  name: 'sweep-search',
  payload: z.object({}),
  timeoutSeconds: 600,
  schedule: '20 * * * *',
})

/** Writes the whole index anew. Its name tells for which tokens, so that only nodes which write those take it. */
export const rebuildSearchJob = defineJob({
  name: `rebuild-search-${searchScheme}`,
  payload: z.object({}),
  timeoutSeconds: 3 * 3600,
  queue: 'rebuild-search',
})
