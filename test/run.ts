import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildBundle } from '#server/pages/rendering/build-bundle.ts'
import { findBrowser } from './find-browser.ts'
import { listAffectedTests, listChangedFiles, listTestFiles } from './list-test-files.ts'
import { runTestGroups, stopTestGroups } from './run-test-groups.ts'
import { runStaticChecks } from './static-checks.ts'
import { startTestPostgres } from './test-database.ts'

// This script runs the checks of the project: with `all` every test, with `affected` those tests that the changes since
// the main branch can affect, without an argument all tests but the operations drill. If its arguments name test files,
// it runs only these files, without the checks of format, rules and types.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'test-name-pattern': { type: 'string', default: '' } },
})
const [scope] = positionals
const isScope = scope === undefined || scope === 'all' || scope === 'affected'
const files = isScope ? listScope(scope) : listTestFiles(positionals)
if (files.length === 0) throw new Error(`no test file matches ${positionals.join(' ')}`)

// Node's compile cache stores the code that one process has compiled, for the processes that start later.
process.env['NODE_COMPILE_CACHE'] = resolve(import.meta.dirname, '../node_modules/.cache/test-compile')
if (files.some(({ kind }) => kind === 'browser')) process.env['CHROMIUM'] = findBrowser()
// The static checks run beside the preparation of the tests, because each of the two leaves processors idle. The tests
// start only if the static checks find no problem.
const [stopPostgres, isClean] = await Promise.all([
  buildBundle(console.log).then(() => startTestPostgres()),
  !isScope || runStaticChecks(),
])
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopTestGroups(signal))
const hasPassed = isClean && (await runTestGroups(files, values['test-name-pattern']))
await stopPostgres()
process.exit(hasPassed ? 0 : 1)

function listScope(scope: 'all' | 'affected' | undefined) {
  if (scope === 'affected') return listAffectedTests(listChangedFiles())
  return listTestFiles().filter(({ isOperation }) => scope === 'all' || !isOperation)
}
