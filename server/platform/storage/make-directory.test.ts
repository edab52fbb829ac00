import assert from 'node:assert/strict'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeDirectory } from './make-directory.ts'

test('a folder is created with its parents, also by several at the same time', async (t) => {
  const base = await mkdtemp(join(tmpdir(), 'zhitu-folders-'))
  t.after(() => rm(base, { recursive: true, force: true }))
  const deep = join(base, 'a/b/c')
  await Promise.all(Array.from({ length: 50 }, () => makeDirectory(deep)))
  assert.ok((await stat(deep)).isDirectory())
  await writeFile(join(base, 'file'), '')
  await assert.rejects(makeDirectory(join(base, 'file')), { code: 'EEXIST' })
  await assert.rejects(makeDirectory(join(base, 'file/below')), { code: 'ENOTDIR' })
})
