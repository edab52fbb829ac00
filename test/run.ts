import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildBundle } from '#server/pages/rendering/build-bundle.ts'
import { findBrowser } from './find-browser.ts'
import { listTestFiles } from './list-test-files.ts'
import { runTestGroups, stopTestGroups } from './run-test-groups.ts'
import { runStaticChecks } from './static-checks.ts'
import { startTestPostgres } from './test-database.ts'

// This script runs all checks of the project. If its arguments name test files, it runs only these files.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'test-name-pattern': { type: 'string', default: '' } },
})
const files = listTestFiles(positionals)
if (files.length === 0) throw new Error(`no test file matches ${positionals.join(' ')}`)

// Node's compile cache stores the code that one process has compiled, for the processes that start later.
process.env['NODE_COMPILE_CACHE'] = resolve(import.meta.dirname, '../node_modules/.cache/test-compile')
if (files.some(({ kind }) => kind === 'browser')) process.env['CHROMIUM'] = findBrowser()
// The static checks run beside the preparation of the tests, because each of the two leaves processors idle. The tests
// start only if the static checks find no problem.
const [stopPostgres, isClean] = await Promise.all([
  buildBundle(console.log).then(() => startTestPostgres()),
  positionals.length > 0 || runStaticChecks(),
])
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopTestGroups(signal))
const hasPassed = isClean && (await runTestGroups(files, values['test-name-pattern']))
await stopPostgres()
process.exit(hasPassed ? 0 : 1)
