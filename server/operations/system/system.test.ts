import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { toRetention } from '#server/operations/backup/backup-retention.ts'
import { createFolderTarget } from '#server/operations/backup/folder-target.ts'
import { startTestSite } from '../../../test/test-site.ts'

test('an admin sees backups and jobs, and starts a backup once', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'zhitu-system-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const target = createFolderTarget(folder)
  await target.add('zhitu-20261122T190000Z.tar.zst', (path) => writeFile(path, 'a backup'))
  const backup = { target, retention: toRetention('7,4,12'), passphrase: undefined, scratchDirectory: folder }
  const site = await startTestSite(t, {}, { backup })
  const { api: admin } = await site.newUser('站长', ['admin'])
  const { version, backups } = await admin.system.show({})
  assert.match(version, /^\d+\.\d+\.\d+$/)
  const list = [{ name: 'zhitu-20261122T190000Z.tar.zst', createTime: '2026-11-22T19:00:00.000Z', bytes: 8 }]
  assert.deepEqual(backups, { place: folder, message: '', list })

  const started = await Promise.all([admin.system.backUp({}), admin.system.backUp({})])
  assert.equal(started[0].jobId, started[1].jobId, 'one backup is made, not two')
  const [job] = (await admin.system.show({})).jobs
  assert.deepEqual([job?.id, job?.name, job?.state], [started[0].jobId, 'make-backup', 'queued'])

  await rm(folder, { recursive: true })
  await writeFile(folder, 'no folder')
  const unreadable = (await admin.system.show({})).backups
  assert.match(unreadable?.message ?? '', /^读不到备份：/)
})

test('without BACKUP_TO no backup can be started', async (t) => {
  const site = await startTestSite(t)
  const { api: admin } = await site.newUser('站长', ['admin'])
  assert.equal((await admin.system.show({})).backups, null)
  await assert.rejects(admin.system.backUp({}), { kind: 'conflict', message: /BACKUP_TO/ })
  const { api: editor } = await site.newEditor()
  await assert.rejects(editor.system.show({}), { kind: 'forbidden' })
  await assert.rejects(site.visitor.system.backUp({}), { kind: 'unauthorized' })
})
