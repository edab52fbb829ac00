import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { buildBundle } from '#server/http/build-bundle.ts'
import { findBrowser } from './find-browser.ts'
import { startTestPostgres } from './test-database.ts'

/** Everything a change must pass, in the order of how soon it tells. With file names: only those tests. */
const root = resolve(import.meta.dirname, '..')
const files = process.argv.slice(2)
const bin = (name: string) => resolve(root, 'node_modules/.bin', name)

if (files.length === 0) {
  await step('格式', bin('oxfmt'), ['--check'])
  await step('规则', bin('oxlint'), ['--deny-warnings'])
  await step('类型', bin('tsc'), ['--noEmit'])
}
await buildBundle(console.log)
process.env['CHROMIUM'] = await findBrowser()
const stopPostgres = await startTestPostgres()
const patterns = files.length > 0 ? files : ['{shared,server,web,test}/**/*.test.ts']
const code = await run(process.execPath, ['--test', '--test-concurrency=2', '--test-reporter=spec', ...patterns])
await stopPostgres()
process.exit(code)

async function step(name: string, command: string, args: string[]) {
  console.log(`— ${name}`)
  if ((await run(command, args)) !== 0) process.exit(1)
}

function run(command: string, args: string[]): Promise<number> {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' })
  return new Promise((done) => child.once('exit', (code) => done(code ?? 1)))
}
