import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#shared/api/failure.ts'
import { withinTimeout } from './call-timeout.ts'

test('a call that ends in time has the result of its work', async () => {
  assert.equal(await withinTimeout(60, Promise.resolve('answer')), 'answer')
  await assert.rejects(withinTimeout(60, Promise.reject(new Error('broken'))), /broken/)
})

test('a call that never ends fails as unavailable', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const answer = withinTimeout(15, new Promise(() => undefined))
  t.mock.timers.tick(15_000)
  await assert.rejects(answer, (error) => error instanceof Failure && error.kind === 'unavailable')
})
