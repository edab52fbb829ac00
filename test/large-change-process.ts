import { once } from 'node:events'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { largeChangeJob } from '#server/catalogue/editing/large-change-job.ts'
import { largeChangeLimits } from '#server/catalogue/editing/large-changes.ts'
import { runLargeChange } from '#server/catalogue/editing/run-large-change.ts'
import { handleJob } from '#server/platform/jobs/define-job.ts'
import { JobWorkers } from '#server/platform/jobs/job-workers.ts'
import { mergedPlaces } from '#server/catalogue/place/merge-places.ts'
import { mergedTags } from '#server/catalogue/tag/merge-tags.ts'
import { testTiming } from './test-timing.ts'

// A process that runs the job of a large change until a test kills it: it waits after the first batch until the test
// tells it to go on, and reports that its second batch has begun.
const connection = JSON.parse(process.argv[2] ?? '')
largeChangeLimits.batch = 40
const db = openDatabase(connection, () => undefined)
const log = { info: () => undefined, warn: console.error, error: console.error }
const nouns = { tag: mergedTags, place: mergedPlaces }
let batches = 0
const handler = handleJob(largeChangeJob, ({ id }, run) => {
  const report = async (share: number) => {
    await run.report(share)
    batches += 1
    if (batches > 1) return
    process.send?.('first batch is done')
    await once(process, 'message')
    void reportSecond(id)
  }
  return runLargeChange({ db, nouns, rest: 0 }, id, Object.assign(Object.create(run), { report }))
})
await new JobWorkers({ db, connection, handlers: [handler], log, timing: testTiming }).start()

/** Tells the test as soon as the books of the second batch are committed. */
async function reportSecond(id: string) {
  for (;;) {
    const change = await db.selectFrom('largeChange').select('done').where('id', '=', id).executeTakeFirstOrThrow()
    if (change.done > largeChangeLimits.batch) break
  }
  process.send?.('second batch has begun')
}
