import * as z from 'zod/mini'
import { defineJob } from '#server/platform/jobs/define-job.ts'

/**
 * The background job that updates the search index entries of some books. It reads the books at the time when it runs,
 * so it may run late, twice or at the same time as another such job.
 */
export const indexBooksJob = defineJob({
  name: 'index-books',
  payload: z.object({ ids: z.array(z.string()) }),
  timeoutSeconds: 600,
  queue: 'search-index',
})
