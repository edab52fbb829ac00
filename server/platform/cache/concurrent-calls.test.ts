import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConcurrentCalls } from './concurrent-calls.ts'
import { PageCache } from './page-cache.ts'

test('concurrent calls share one computation until cached data changes', async () => {
  const cache = new PageCache(1000)
  const calls = new ConcurrentCalls<number>(cache)
  const waiting: ((value: number) => void)[] = []
  const compute = () => new Promise<number>((resolve) => waiting.push(resolve))
  const [first, second] = [calls.run('a', compute), calls.run('a', compute)]
  const other = calls.run('b', compute)
  assert.equal(waiting.length, 2)
  cache.invalidate(['books'])
  const third = calls.run('a', compute)
  assert.equal(waiting.length, 3)
  // The first computation ends after the third has begun, and later calls still share the third.
  for (const [index, resolve] of waiting.entries()) if (index < 2) resolve(index)
  assert.deepEqual(await Promise.all([first, second, other]), [0, 0, 1])
  const fourth = calls.run('a', compute)
  assert.equal(waiting.length, 3)
  waiting[2]?.(2)
  assert.deepEqual(await Promise.all([third, fourth]), [2, 2])
  const failed = calls.run('a', async () => assert.fail('broken'))
  await assert.rejects(failed)
  assert.equal(await calls.run('a', async () => 4), 4)
})
