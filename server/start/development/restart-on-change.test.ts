import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { restartOnChange } from './restart-on-change.ts'

test('a process is replaced when a source file changes, and ended when the signal aborts', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'zhitu-watch-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const children: ChildProcess[] = []
  const ended = new AbortController()
  const exits: string[] = []
  let started = Promise.withResolvers<void>()
  const restarting = restartOnChange({
    start: () => {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'])
      children.push(child)
      child.once('spawn', () => started.resolve())
      return child
    },
    folders: [folder],
    onExit: () => exits.push('exit'),
    signal: ended.signal,
  })
  await started.promise
  started = Promise.withResolvers()
  writeFileSync(join(folder, 'some.test.ts'), '')
  writeFileSync(join(folder, 'some.ts'), '')
  await started.promise
  ended.abort()
  await restarting
  assert.deepEqual(
    children.map(({ signalCode }) => signalCode),
    ['SIGTERM', 'SIGTERM'],
  )
  assert.deepEqual(exits, [])
})
