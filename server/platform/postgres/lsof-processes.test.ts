import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { listLsofProcesses } from './lsof-processes.ts'

const hasLsof = spawnSync('lsof', ['-v']).error === undefined

test('PostgreSQL processes are found by their directory on systems without /proc', { skip: !hasLsof }, async (t) => {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'zhitu-lsof-')))
  t.after(() => rm(directory, { recursive: true }))
  // This stand-in for PostgreSQL has the same program name and waits for the end of its input.
  const program = join(directory, 'postgres')
  await copyFile('/bin/cat', program)
  const child = spawn(program, { cwd: directory, stdio: ['pipe', 'ignore', 'ignore'] })
  await once(child, 'spawn')
  assert.deepEqual(listLsofProcesses(directory), [child.pid])
  assert.deepEqual(listLsofProcesses(join(directory, 'elsewhere')), [])
  child.stdin?.end()
  await once(child, 'exit')
  assert.deepEqual(listLsofProcesses(directory), [])
})
