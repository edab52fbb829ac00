import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '..')

/**
 * Returns the length in lines of every function of the program, longest first. The lengths are taken from the messages
 * of oxlint, which reports every function as longer than a limit of 0 lines.
 */
async function measureFunctions(directory: string): Promise<number[]> {
  const config = join(directory, 'oxlint.json')
  const rules = { 'eslint/max-lines-per-function': ['error', { max: 0 }] }
  await writeFile(config, JSON.stringify({ categories: { correctness: 'off' }, rules }))
  const program = join(root, 'node_modules/.bin/oxlint')
  const args = ['--config', config, '--ignore-pattern', '**/*.test.ts', '--format', 'json', 'shared', 'server', 'web']
  const output = await new Promise<string>((done) =>
    execFile(program, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (_, stdout) => done(stdout)),
  )
  const lengths = [...output.matchAll(/too many lines \((\d+)\)/g)].map(([, lines]) => Number(lines))
  return lengths.toSorted((a, b) => b - a)
}

test('functions stay short: none has more than 60 lines, and one in twenty more than 30', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'functions-'))
  t.after(() => rm(directory, { recursive: true }))
  const lengths = await measureFunctions(directory)
  assert.ok(lengths.length > 5000, `only ${lengths.length} functions were found`)
  assert.ok((lengths[0] ?? 0) <= 60, `the longest has ${lengths[0]} lines`)
  const p95 = lengths[Math.floor(lengths.length * 0.05)] ?? 0
  assert.ok(p95 <= 30, `the 95th percentile is ${p95} lines`)
})
