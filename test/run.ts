import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { buildBundle } from '#server/page/build-bundle.ts'
import { findBrowser } from './find-browser.ts'
import { startTestPostgres } from './test-database.ts'

/** Everything a change must pass, in the order of how soon it tells. With file names: only those tests. */
const root = resolve(import.meta.dirname, '..')
const files = process.argv.slice(2)
const patterns = files.length > 0 ? files : ['{shared,server,web,test,basemap,library}/**/*.test.ts']
const bin = (name: string) => resolve(root, 'node_modules/.bin', name)

if (files.length === 0) {
  await step('格式', bin('oxfmt'), ['--check'])
  await step('规则', bin('oxlint'), ['--deny-warnings'])
  await step('类型', bin('tsc'), ['--noEmit'])
}
await buildBundle(console.log)
// Each test file is a process that loads the whole site: what one has compiled serves the next.
process.env['NODE_COMPILE_CACHE'] = resolve(root, 'node_modules/.cache/test-compile')
process.env['CHROMIUM'] = await findBrowser()
const stopPostgres = await startTestPostgres()
const tests = spawn(process.execPath, ['--test', '--test-concurrency=2', ...patterns], { cwd: root, stdio: 'inherit' })
// Whoever stops the run must not leave its database behind.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => tests.kill(signal))
const code = await exitOf(tests)
await stopPostgres()
process.exit(code)

async function step(name: string, command: string, args: string[]) {
  console.log(`— ${name}`)
  if ((await exitOf(spawn(command, args, { cwd: root, stdio: 'inherit' }))) !== 0) process.exit(1)
}

function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((done) => child.once('exit', (code) => done(code ?? 1)))
}
