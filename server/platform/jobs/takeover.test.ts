import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { endlessJob } from '../../../test/job-process.ts'
import { openJobs } from '../../../test/test-jobs.ts'
import { handleJob } from './define-job.ts'
import { enqueue } from './enqueue-job.ts'
import { JobReleased, runAttempt } from './job-attempt.ts'
import { readJob } from './job-queries.ts'

test('takeover of jobs', { timeout: 120_000 }, async (t) => {
  const { db, connection, start, ended } = await openJobs(t)

  await t.test('jobs of a process that stops are returned to the queue and finished by another', async () => {
    const id = await enqueue(db, endlessJob, {})
    const begun = Promise.withResolvers<void>()
    const stop = await start(
      handleJob(endlessJob, async (_, { signal }) => {
        begun.resolve()
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      }),
    )
    await begun.promise
    await stop()
    assert.deepEqual(await pick(id), ['queued', 0])
    const stopSecond = await start(handleJob(endlessJob, async () => 'by the second'))
    assert.deepEqual([(await ended(id)).result, ...(await pick(id))], ['by the second', 'done', 1])
    await stopSecond()
  })

  await t.test('jobs of a killed process are taken over by another', async () => {
    const id = await enqueue(db, endlessJob, {})
    const child = fork(resolve(import.meta.dirname, '../../../test/job-process.ts'), [JSON.stringify(connection)])
    const [message] = await once(child, 'message')
    assert.equal(message, 'running')
    const half = await readJob(db, id)
    assert.deepEqual([half?.state, half?.progress, half?.message], ['running', 0.5, '一半'])
    const stop = await start(handleJob(endlessJob, async () => 'taken over'))
    child.kill('SIGKILL')
    const { result, attempts } = await ended(id)
    assert.deepEqual([result, attempts], ['taken over', 2])
    await stop()
  })

  await t.test('a job that is released while it is being marked as running is returned and not begun', async () => {
    const id = await enqueue(db, endlessJob, {})
    const release = new AbortController()
    release.abort(new JobReleased('the process stops'))
    let hasBegun = false
    const handler = handleJob(endlessJob, async () => void (hasBegun = true))
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    await runAttempt({ db, log, handler, id, worker: 'a process that stops', release: release.signal })
    assert.deepEqual([hasBegun, ...(await pick(id))], [false, 'queued', 0])
  })

  async function pick(id: string) {
    const job = await readJob(db, id)
    return [job?.state, job?.attempts]
  }
})
