import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { slowTestFiles } from './slow-test-files.ts'

test('every test file that is listed as slow exists', () => {
  const missing = Object.keys(slowTestFiles).filter((path) => !existsSync(resolve(import.meta.dirname, '..', path)))
  assert.deepEqual(missing, [])
})
