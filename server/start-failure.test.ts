import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainStartFailure } from './start-failure.ts'

test('a database connection that is lost during the start is explained in a sentence', () => {
  for (const words of [
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
  ])
    assert.match(explainStartFailure(new Error(words)), /^(连不上数据库|数据库的连接断了)：.*。$/)
  assert.match(explainStartFailure(new TypeError('a mistake of the program')), /TypeError: .*\n +at /)
})
