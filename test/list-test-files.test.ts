import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAffectedTests, listTestFiles } from './list-test-files.ts'

const all = listTestFiles()
const operations = all.filter(({ isOperation }) => isOperation).map(({ path }) => path)
const affectedBy = (file: string) => listAffectedTests([file]).map(({ path }) => path)
/** Leaves only the tests of operations, without the pages that only the operations drill looks at. */
const ofOperations = (paths: string[]) =>
  paths.filter((path) => operations.includes(path) && !path.startsWith('test/e2e/'))

test('tests that start the site as an operator does are the operations drill, except one', () => {
  for (const path of [
    'test/start-stop.test.ts',
    'test/restore-drill.test.ts',
    'server/operations/backup/backup.test.ts',
  ])
    assert.ok(operations.includes(path), path)
  for (const path of ['test/smoke.test.ts', 'test/contract.test.ts', 'test/e2e/security.test.ts'])
    assert.ok(!operations.includes(path), path)
})

test('a change of the start affects the drill and no test of pages', () => {
  const affected = affectedBy('server/start/main.ts')
  for (const path of ['test/start-stop.test.ts', 'test/restore-drill.test.ts', 'test/smoke.test.ts'])
    assert.ok(affected.includes(path), path)
  assert.ok(!affected.includes('test/e2e/reading.test.ts'))
})

test('a change behind the assembly affects the tests of the site and not the drill', () => {
  for (const file of ['server/community/comment/remove-comment.ts', 'web/ui/styles/tokens.css']) {
    const affected = affectedBy(file)
    assert.ok(affected.includes('test/e2e/talking.test.ts'), file)
    assert.deepEqual(ofOperations(affected), [], file)
  }
})

test('a file that a test names by its path affects it, with all files of a named folder', () => {
  assert.deepEqual(ofOperations(affectedBy('docs/proxies/nginx.conf')), ['test/shipped-programs.test.ts'])
  assert.ok(affectedBy('server/platform/db/migrations/0002-catalog.sql').includes('server/platform/db/migrate.test.ts'))
})

test('a change of which nothing is known affects every test, and a document only the unit tests', () => {
  assert.equal(affectedBy('package-lock.json').length, all.length)
  assert.equal(affectedBy('no-such-file.txt').length, all.length)
  const quick = all.filter(({ kind, isOperation }) => kind === 'unit' && !isOperation)
  assert.deepEqual(
    affectedBy('CHANGELOG.md'),
    quick.map(({ path }) => path),
  )
})
