import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const checks = [
  { name: '格式', command: 'oxfmt', args: ['--check'] },
  { name: '规则', command: 'oxlint', args: ['--deny-warnings'] },
  { name: '类型', command: 'tsc', args: ['--noEmit'] },
]

/** Checks format, lint rules and types, and stops at the first problem. Resolves with true if there is none. */
export async function runStaticChecks(): Promise<boolean> {
  for (const { name, command, args } of checks) {
    console.log(`— ${name}`)
    const child = spawn(resolve(root, 'node_modules/.bin', command), args, { cwd: root, stdio: 'inherit' })
    const [code] = await once(child, 'exit')
    if (code !== 0) return false
  }
  return true
}
