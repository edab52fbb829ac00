import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { fail } from '#shared/api/failure.ts'
import { openJobs } from '../../../test/test-jobs.ts'
import { defineJob, handleJob } from './define-job.ts'
import { enqueue } from './enqueue-job.ts'
import { listJobs, readJob } from './job-queries.ts'

const addJob = defineJob({ name: 'add', payload: z.object({ a: z.number(), b: z.number() }), timeoutSeconds: 10 })

test('background jobs', { timeout: 120_000 }, async (t) => {
  const { db, start, ended } = await openJobs(t)

  await t.test('a job exists if and only if its transaction commits', async () => {
    let lost = ''
    await assert.rejects(
      db.transaction().execute(async (db) => {
        lost = await enqueue(db, addJob, { a: 1, b: 1 })
        throw new Error('rolled back')
      }),
    )
    assert.equal(await readJob(db, lost), undefined)
    const id = await enqueue(db, addJob, { a: 1, b: 2 })
    assert.equal((await readJob(db, id))?.state, 'queued')
    const stop = await start(handleJob(addJob, async ({ a, b }) => ({ sum: a + b })))
    const { state, result, progress, attempts } = await ended(id)
    assert.deepEqual(
      { state, result, progress, attempts },
      { state: 'done', result: { sum: 3 }, progress: 1, attempts: 1 },
    )
    await assert.rejects(enqueue(db, addJob, { a: 1 } as { a: number; b: number }))
    const { rows } = await sql<{ left: number }>`select count(*) as left from graphile_worker.jobs`.execute(db)
    assert.equal(rows[0]?.left, 0, 'nothing is left in the queue')
    await stop()
  })

  await t.test('each job is run by one process of several', async () => {
    const runs: number[] = []
    const handler = handleJob(addJob, async ({ a }) => void runs.push(a))
    const stops = await Promise.all([start(handler), start(handler), start(handler)])
    const ids = await Promise.all(Array.from({ length: 30 }, (_, a) => enqueue(db, addJob, { a, b: 0 })))
    for (const id of ids) await ended(id)
    assert.deepEqual(
      runs.sort((a, b) => a - b),
      Array.from({ length: 30 }, (_, a) => a),
    )
    await Promise.all(stops.map((stop) => stop()))
  })

  await t.test('a job with a key is not added twice while one is unfinished', async () => {
    const [first, second] = await Promise.all([1, 2].map((a) => enqueue(db, addJob, { a, b: 0 }, { key: 'x' })))
    assert.equal(first, second)
    const stop = await start(handleJob(addJob, async () => undefined))
    await ended(first ?? '')
    const third = await enqueue(db, addJob, { a: 3, b: 0 }, { key: 'x' })
    assert.notEqual(third, first)
    await ended(third)
    await stop()
  })

  await t.test('a failed job is retried after a pause, except for invalid input', async () => {
    let tries = 0
    const stop = await start(
      handleJob(addJob, async ({ a, b }) => {
        if (a === 0) fail('invalid', '不能是零')
        if (++tries < b) throw new Error('not yet')
      }),
    )
    const wrong = await ended(await enqueue(db, addJob, { a: 0, b: 0 }))
    assert.deepEqual([wrong.state, wrong.message, wrong.attempts], ['failed', '不能是零', 1])
    const id = await enqueue(db, addJob, { a: 1, b: 3 })
    for (const attempts of [1, 2]) await skipPause(id, attempts)
    const { state, attempts } = await ended(id)
    assert.deepEqual([state, attempts], ['done', 3])
    await stop()
    const hopeless = defineJob({ ...addJob, name: 'hopeless', maxAttempts: 1 })
    const stopAgain = await start(handleJob(hopeless, async () => assert.fail('secret words')))
    const failed = await ended(await enqueue(db, hopeless, { a: 1, b: 1 }))
    assert.equal(failed.state, 'failed')
    assert.match(failed.message, /日志/, 'the cause is for the log alone')
    await stopAgain()
  })

  await t.test('a job that runs too long is ended', async () => {
    const slow = defineJob({ name: 'slow', payload: z.object({}), timeoutSeconds: 0.1, maxAttempts: 1 })
    const stop = await start(
      handleJob(
        slow,
        (_, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      ),
    )
    assert.equal((await ended(await enqueue(db, slow, {}))).state, 'failed')
    await stop()
  })

  await t.test('a scheduled job is enqueued, and not again while one is unfinished', async () => {
    const nightly = defineJob({ name: 'nightly', payload: z.object({}), timeoutSeconds: 10, schedule: '0 0 * * *' })
    const stop = await start(
      handleJob(nightly, async () => undefined),
      handleJob(addJob, async () => undefined),
    )
    // At the scheduled minute the job library enqueues the task `enqueue-scheduled`, which enqueues the scheduled job.
    // The test cannot wait for that minute, so it enqueues the task itself, twice.
    for (const _ of [1, 2])
      await sql`select graphile_worker.add_job('enqueue-scheduled', '{"name":"nightly"}'::json)`.execute(db)
    await ended(await enqueue(db, addJob, { a: 0, b: 0 }))
    await stop()
    const { rows } = await sql<{
      identifier: string
    }>`select identifier from graphile_worker._private_known_crontabs`.execute(db)
    assert.deepEqual(rows, [{ identifier: 'nightly' }])
    assert.ok((await listJobs(db, 100)).some(({ name }) => name === 'nightly'))
  })

  await t.test('a daily job that was missed while no node ran is made up for at the next start, once', async () => {
    const daily = { payload: z.object({}), timeoutSeconds: 10, schedule: '0 0 * * *' }
    const caughtUp = defineJob({ ...daily, name: 'caught-up', catchesUp: true })
    const skipped = defineJob({ ...daily, name: 'skipped' })
    const handlers = [caughtUp, skipped].map((job) => handleJob(job, async () => undefined))
    const countRuns = async () => {
      const names = (await listJobs(db, 100)).map(({ name }) => name)
      return { caughtUp: names.filter((name) => name === 'caught-up').length, skipped: names.includes('skipped') }
    }
    const known = async () => {
      const { rows } = await sql`select from graphile_worker._private_known_crontabs
        where identifier in ('caught-up', 'skipped')`.execute(db)
      return rows.length
    }
    const stopFirst = await start(...handlers)
    while ((await known()) < handlers.length) await nextTurn()
    await stopFirst()
    assert.deepEqual(await countRuns(), { caughtUp: 0, skipped: false }, 'a site that is new has missed nothing')
    await sql`update graphile_worker._private_known_crontabs
      set known_since = now() - interval '3 days', last_execution = now() - interval '25 hours'`.execute(db)
    const stops = await Promise.all([1, 2].map(() => start(...handlers)))
    while ((await countRuns()).caughtUp === 0) await nextTurn()
    await Promise.all(stops.map((stop) => stop()))
    assert.deepEqual(await countRuns(), { caughtUp: 1, skipped: false })
  })

  await t.test('a scheduled job is enqueued once by several nodes', async (t) => {
    const everyMinute = defineJob({
      name: 'every-minute',
      payload: z.object({}),
      timeoutSeconds: 10,
      schedule: '* * * * *',
    })
    // The test always sets the clock to the last millisecond of a minute. The library's timer for the next minute then
    // fires at once, finds that the minute has not come yet, and is set again until the test advances the clock.
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-01-01T00:00:59.999Z') })
    await recordTicks()
    const stops = await Promise.all([1, 2].map(() => start(handleJob(everyMinute, async () => undefined))))
    for (const minute of [1, 2]) {
      t.mock.timers.setTime(Date.parse(`2026-01-01T00:0${minute}:59.999Z`))
      while ((await countTicks('reached')) < 2 * minute) await nextTurn()
      assert.equal(await countTicks('enqueued'), minute)
      const endedJobs = async () =>
        (await listJobs(db, 100)).filter(({ name, state }) => name === 'every-minute' && state === 'done').length
      while ((await endedJobs()) < minute) await nextTurn()
    }
    await Promise.all(stops.map((stop) => stop()))
    assert.equal((await listJobs(db, 100)).filter(({ name }) => name === 'every-minute').length, 2)
  })

  /**
   * Adds a database trigger that records when a node reaches a scheduled minute and which jobs the node enqueues then.
   */
  async function recordTicks() {
    await sql`create table tick (kind text)`.execute(db)
    await sql`create function record_tick() returns trigger language plpgsql as
      $$ begin insert into public.tick values (tg_argv[0]); return new; end $$`.execute(db)
    await sql`create trigger record_reached before insert on graphile_worker._private_known_crontabs
      for each row when (new.last_execution is not null) execute function public.record_tick('reached')`.execute(db)
    await sql`create trigger record_enqueued before insert on graphile_worker._private_jobs
      for each row when (new.payload->'_cron' is not null) execute function public.record_tick('enqueued')`.execute(db)
  }

  async function countTicks(kind: 'reached' | 'enqueued') {
    const { rows } = await sql<{ count: number }>`select count(*) from tick where kind = ${kind}`.execute(db)
    return rows[0]?.count ?? 0
  }

  /** Waits until a background job has failed a number of times, then makes its next attempt due immediately. */
  async function skipPause(id: string, attempts: number) {
    for (;;) {
      const job = await readJob(db, id)
      if (job?.state === 'queued' && job.attempts === attempts) break
      await nextTurn()
    }
    await sql`update graphile_worker._private_jobs set run_at = now() where payload->>'id' = ${id}`.execute(db)
  }
})
