import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { listExpired, toRetention } from './backup-retention.ts'
import { timeOfBackup, toBackupName } from './backup-target.ts'
import { createFolderTarget } from './folder-target.ts'

/** Makes a list with one backup a day at 19:00 UTC. Returns the days whose backups are retained. */
function listRetainedDays(first: string, days: number, setting: string): string[] {
  const backups = Array.from({ length: days }, (_, day) => {
    const createTime = new Date(Date.parse(`${first}T19:00:00Z`) + day * 24 * 3600 * 1000)
    return { name: toBackupName(createTime, { isEncrypted: false }), createTime, bytes: 1 }
  })
  const expired = listExpired(backups, toRetention(setting))
  return backups.filter((one) => !expired.includes(one)).map(({ createTime }) => createTime.toISOString().slice(0, 10))
}

test('the newest backup of each of the last days, weeks and months is retained', () => {
  const months = '2025-03-31 2025-04-30 2025-05-31 2025-06-30 2025-07-31 2025-08-31 2025-09-30 2025-10-31 2025-11-30'
  const weeks = '2025-12-31 2026-01-18 2026-01-25'
  const days = '2026-01-29 2026-01-30 2026-01-31 2026-02-01 2026-02-02 2026-02-03 2026-02-04'
  assert.equal(listRetainedDays('2025-01-01', 400, '7,4,12').join(' '), `${months} ${weeks} ${days}`)
  assert.deepEqual(listRetainedDays('2026-01-01', 5, '2,0,0'), ['2026-01-04', '2026-01-05'])
  assert.deepEqual(listRetainedDays('2026-01-01', 5, '0,0,0'), ['2026-01-05'], 'the newest is always retained')
})

test('a folder holds complete backups only, and other files are left alone', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'zhitu-backups-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const target = createFolderTarget(join(folder, 'new'))
  assert.deepEqual(await target.list(), [], 'a folder that does not exist has no backups')
  const createTime = new Date('2026-11-22T19:00:00Z')
  const name = toBackupName(createTime, { isEncrypted: true })
  assert.equal(name, 'zhitu-20261122T190000Z.tar.zst.age')
  assert.deepEqual(timeOfBackup(name), createTime)
  const failing = target.add(name, async (path) => {
    await writeFile(path, 'half')
    throw new Error('the disk is full')
  })
  await assert.rejects(failing, /the disk is full/)
  assert.deepEqual(await readdir(join(folder, 'new')), [])
  assert.equal(await target.add(name, async (path) => (await writeFile(path, 'whole'), 5)), 5)
  for (const other of ['notes.txt', 'zhitu-20261122T190000Z.tar.zst.unfinished'])
    await writeFile(join(folder, 'new', other), '')
  assert.deepEqual(await target.list(), [{ name, createTime, bytes: 5 }])
  assert.equal(await readFile(join(folder, 'new', name), 'utf8'), 'whole')
  await target.delete(name)
  assert.deepEqual(await target.list(), [])
})
