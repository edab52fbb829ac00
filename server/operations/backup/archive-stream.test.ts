import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { writeArchive } from './archive-stream.ts'

test('the failure of an archive reaches only the call that adds an entry', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'zhitu-archive-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'existing')
  await writeFile(path, '')
  // The archive cannot be written, because its file already exists. The error occurs while large entries are still
  // being added.
  for (let round = 0; round < 20; round++) {
    const archive = writeArchive({ path, passphrase: undefined }, new Date())
    const addAll = async () => {
      for (let entry = 0; entry < 50; entry++) await archive.add(`entry-${entry}`, randomBytes(100_000))
    }
    await assert.rejects(addAll(), { code: 'EEXIST' })
    await archive.abort()
  }
})
