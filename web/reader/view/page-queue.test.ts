import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PageQueue } from './page-queue.ts'

const settled = () => new Promise(setImmediate)

test('turns and jumps are made one after another, and of jumps that wait only the latest', async () => {
  const queue = new PageQueue()
  const made: string[] = []
  const first = Promise.withResolvers<void>()
  void queue.jump(() => (made.push('a'), first.promise))
  await settled()
  void queue.turn(async () => void made.push('turn'))
  void queue.jump(async () => void made.push('b'))
  const last = queue.jump(async () => void made.push('c'))
  await settled()
  assert.deepEqual(made, ['a'])
  first.resolve()
  await last
  assert.deepEqual(made, ['a', 'turn', 'c'])
})

test('of turns one waits, and no more', async () => {
  const queue = new PageQueue()
  let turned = 0
  await Promise.all([1, 2, 3].map(() => queue.turn(async () => void (turned += 1))))
  assert.equal(turned, 2)
})

test('a jump that fails is in nobody’s way, and there are no pages to turn until one arrives', async () => {
  const queue = new PageQueue()
  const made: string[] = []
  await assert.rejects(queue.jump(() => Promise.reject(new Error('no such place'))))
  await queue.turn(async () => void made.push('early'))
  await queue.jump(async () => void made.push('jump'))
  await queue.turn(async () => void made.push('turn'))
  assert.deepEqual(made, ['jump', 'turn'])
})

test('what never arrives is not waited for for ever', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const queue = new PageQueue()
  void queue.jump(() => Promise.withResolvers<void>().promise)
  await settled()
  let isMade = false
  const next = queue.jump(async () => void (isMade = true))
  await settled()
  assert.equal(isMade, false)
  t.mock.timers.tick(10_000)
  await next
  assert.equal(isMade, true)
})
