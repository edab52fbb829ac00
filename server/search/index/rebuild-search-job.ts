import * as z from 'zod/mini'
import { defineJob } from '#server/platform/jobs/define-job.ts'
import { searchScheme } from './rebuild-index.ts'

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
