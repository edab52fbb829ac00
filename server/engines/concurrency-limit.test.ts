import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#shared/api/failure.ts'
import { ConcurrencyLimit, type WorkCaller } from './concurrency-limit.ts'

/**
 * Returns a concurrency limit for a test: its tasks end when the test says so, and a log records what happened to each
 * task.
 */
function openLimit(running: number, waiting: number) {
  const limit = new ConcurrencyLimit({ running, waiting, busyMessage: '现在人多', retryAfter: 7 })
  const begun: string[] = []
  const refused: string[] = []
  const ends = new Map<string, () => void>()
  const finished: Promise<void>[] = []
  const ask = (piece: string, caller?: WorkCaller) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    ends.set(piece, resolve)
    const work = () => (begun.push(piece), promise)
    finished.push(
      limit.run(work, caller).catch((error: unknown) => {
        assert.ok(error instanceof Failure)
        assert.deepEqual([error.kind, error.message, error.data], ['unavailable', '现在人多', { retryAfter: 7 }])
        refused.push(piece)
      }),
    )
  }
  const waitForTasks = () => new Promise((done) => setImmediate(done))
  const end = async (piece: string) => (ends.get(piece)?.(), waitForTasks())
  const endAll = async () => {
    for (let at = 0; at < begun.length; at++) await end(begun[at] ?? '')
    await Promise.all(finished)
  }
  return { limit, ask, begun, refused, waitForTasks, end, endAll }
}

test('some tasks run, some wait in order, and all others are refused', async () => {
  const { ask, begun, refused, waitForTasks, end, endAll } = openLimit(2, 2)
  for (const piece of ['a', 'b', 'c', 'd', 'e']) ask(piece)
  await waitForTasks()
  assert.deepEqual([begun, refused], [['a', 'b'], ['e']])
  await end('b')
  assert.deepEqual(begun, ['a', 'b', 'c'])
  await endAll()
  assert.deepEqual(begun, ['a', 'b', 'c', 'd'])
})

test('a flood from one caller neither fills the queue nor delays the first task of another', async () => {
  const { limit, ask, begun, refused, waitForTasks, endAll } = openLimit(1, 3)
  for (let n = 1; n <= 6; n++) ask(`flood ${n}`, { name: 'flood' })
  ask('other', { name: 'other' })
  await waitForTasks()
  assert.deepEqual(refused, ['flood 5', 'flood 6', 'flood 4'])
  assert.throws(() => limit.requireCapacity({ name: 'flood' }), Failure)
  limit.requireCapacity({ name: 'third' })
  await endAll()
  assert.deepEqual(begun, ['flood 1', 'other', 'flood 2', 'flood 3'])
})

test('the least recently served caller is next', async () => {
  const { ask, begun, end, endAll, waitForTasks } = openLimit(1, 5)
  ask('a1', { name: 'a' })
  await waitForTasks()
  for (const piece of ['b1', 'a2', 'c1', 'b2']) ask(piece, { name: piece[0] ?? '' })
  await end('a1')
  await end('b1')
  ask('d1', { name: 'd' })
  await endAll()
  assert.deepEqual(begun, ['a1', 'b1', 'c1', 'd1', 'a2', 'b2'])
})

test('a trusted caller runs before strangers from many addresses', async () => {
  const { ask, begun, refused, waitForTasks, endAll } = openLimit(1, 2)
  for (let n = 1; n <= 4; n++) ask(`stranger ${n}`, { name: `10.0.0.${n}` })
  ask('reader', { name: 'reader', isTrusted: true })
  await waitForTasks()
  assert.deepEqual(refused, ['stranger 4', 'stranger 3'])
  await endAll()
  assert.deepEqual(begun, ['stranger 1', 'reader', 'stranger 2'])
})
