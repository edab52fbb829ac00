import * as z from 'zod/mini'
import { defineJob } from '#server/platform/jobs/define-job.ts'

/** The background job that stores the cells of map tiles which have received many marks. */
export const countTilesJob = defineJob({
  name: 'count-tiles',
  payload: z.object({}),
  timeoutSeconds: 1800,
  schedule: '50 * * * *',
})
