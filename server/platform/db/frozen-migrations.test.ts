import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { readMigrations } from './migration-files.ts'

const directory = join(import.meta.dirname, 'migrations')

test('no landed migration has changed, and every migration is in SHA256SUMS', async () => {
  const sums = await readFile(join(directory, 'SHA256SUMS'), 'utf8')
  const landed = sums
    .trimEnd()
    .split('\n')
    .map((line) => line.split('  '))
  const migrations = new Map((await readMigrations(directory)).map((migration) => [migration.name, migration]))
  for (const [checksum, name = ''] of landed)
    assert.equal(
      migrations.get(name)?.checksum,
      checksum,
      `${name} has landed, and databases have run it. Restore it and add a new migration instead.`,
    )
  for (const { name, number, oldestProgram } of migrations.values()) {
    assert.ok(
      landed.some((line) => line[1] === name),
      `${name} is new: append the output of "sha256sum ${name}" to server/platform/db/migrations/SHA256SUMS.`,
    )
    assert.ok(oldestProgram <= number, `${name} cannot demand a program that knows a later migration.`)
  }
})
