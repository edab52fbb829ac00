import * as z from 'zod/mini'
import { defineJob } from '#server/jobs/define-job.ts'
import { searchScheme } from './rebuild-index.ts'

/** The background job that updates the order of search results from the current popularity of the books. */
export const sweepSearchJob = defineJob({
  name: 'sweep-search',
  payload: z.object({}),
  timeoutSeconds: 600,
  schedule: '20 * * * *',
})

/** The background job that computes from the choices of visitors what the ranking has learned. */
export const learnFromChoicesJob = defineJob({
  name: 'learn-from-choices',
  payload: z.object({}),
  timeoutSeconds: 600,
  schedule: '10 0 * * *',
})

/**
 * The background job that rebuilds the whole search index. The name of the job contains the version of the token
 * format, so that only nodes with this version run it.
 */
export const rebuildSearchJob = defineJob({
  name: `rebuild-search-${searchScheme}`,
  payload: z.object({}),
  timeoutSeconds: 3 * 3600,
  queue: 'rebuild-search',
})
