import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PageQueue } from './page-queue.ts'

const nextTick = () => new Promise(setImmediate)

test('turns and jumps run one after another, and only the latest waiting jump runs', async () => {
  const queue = new PageQueue()
  const calls: string[] = []
  const first = Promise.withResolvers<void>()
  void queue.jump(() => (calls.push('a'), first.promise))
  await nextTick()
  void queue.turn(async () => void calls.push('turn'))
  void queue.jump(async () => void calls.push('b'))
  const last = queue.jump(async () => void calls.push('c'))
  await nextTick()
  assert.deepEqual(calls, ['a'])
  first.resolve()
  await last
  assert.deepEqual(calls, ['a', 'turn', 'c'])
})

test('at most one turn waits', async () => {
  const queue = new PageQueue()
  let turned = 0
  await Promise.all([1, 2, 3].map(() => queue.turn(async () => void (turned += 1))))
  assert.equal(turned, 2)
})

test('a failed jump does not block the queue, and turns are ignored until a jump succeeds', async () => {
  const queue = new PageQueue()
  const calls: string[] = []
  await assert.rejects(queue.jump(() => Promise.reject(new Error('no such place'))))
  await queue.turn(async () => void calls.push('early'))
  await queue.jump(async () => void calls.push('jump'))
  await queue.turn(async () => void calls.push('turn'))
  assert.deepEqual(calls, ['jump', 'turn'])
})

test('the queue stops waiting for a jump that never ends', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const queue = new PageQueue()
  void queue.jump(() => Promise.withResolvers<void>().promise)
  await nextTick()
  let hasRun = false
  const next = queue.jump(async () => void (hasRun = true))
  await nextTick()
  assert.equal(hasRun, false)
  t.mock.timers.tick(10_000)
  await next
  assert.equal(hasRun, true)
})
