import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { mountSmallDisk, needsRoot } from '../../../test/small-disk.ts'
import { startTestSite } from '../../../test/test-site.ts'
import { toRetention } from './backup-retention.ts'
import { createFolderTarget } from './folder-target.ts'
import { makeBackup } from './make-backup.ts'

test('a backup on a full disk fails in a sentence and leaves nothing', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'zhitu-full-disk-'))
  const small = join(folder, 'small')
  await mkdir(small)
  const disk = mountSmallDisk(small, '256k')
  t.after(async () => {
    disk?.unmount()
    await rm(folder, { recursive: true, force: true })
  })
  if (disk === null) return t.skip(needsRoot)
  const { connection, storage } = await startTestSite(t)
  const source = { connection, storage, site: { name: '知图', publicUrl: 'http://books.test' }, version: '1.0.0' }
  const common = { retention: toRetention('1,0,0'), passphrase: undefined }
  const toSmall = { ...common, target: createFolderTarget(join(small, 'backups')), scratchDirectory: folder }
  await assert.rejects(makeBackup(source, toSmall), /^Error: 磁盘满了，没有备份成，也没有留下写了一半的备份：.*。$/)
  assert.deepEqual(await readdir(join(small, 'backups')), [])
  const inSmall = { ...common, target: createFolderTarget(join(folder, 'backups')), scratchDirectory: small }
  await assert.rejects(makeBackup(source, inSmall), /^Error: 没有开始备份：.*约需 \d+ MB，磁盘只剩 0 MB。$/)
  assert.deepEqual(await readdir(folder), ['small'])
})
