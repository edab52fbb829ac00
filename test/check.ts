import { listTestFiles } from './list-test-files.ts'
import { runTestGroups } from './run-test-groups.ts'
import { runStaticChecks } from './static-checks.ts'

// This script is the quick part of `npm test`: format, lint rules, types, and the unit tests, which need neither a
// database nor a browser.
if (!(await runStaticChecks())) process.exit(1)
const unitTests = listTestFiles().filter(({ kind, isOperation }) => kind === 'unit' && !isOperation)
process.exitCode = (await runTestGroups(unitTests, '')) ? 0 : 1
