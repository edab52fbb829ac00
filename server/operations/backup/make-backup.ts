import { readdir, realpath, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { outageOf } from '#server/http/call/outage.ts'
import { withSessionLock } from '#server/platform/db/with-lock.ts'
import { endWorkIn } from '#server/platform/postgres/postgres-processes.ts'
import { makeDirectory } from '#server/platform/storage/make-directory.ts'
import { BackupError } from './backup-manifest.ts'
import { listExpired, type Retention } from './backup-retention.ts'
import { type BackupTarget, type StoredBackup, toBackupName } from './backup-target.ts'
import { verifyBackup } from './verify-backup.ts'
import { type BackupSource, writeBackup } from './write-backup.ts'

export interface BackupSettings {
  target: BackupTarget
  retention: Retention
  /** The passphrase with which archives are encrypted; undefined if they are not encrypted. */
  passphrase: string | undefined
  /**
   * A folder of this machine, created if it is missing, with room for a copy of the database, which exists only while a
   * backup is verified.
   */
  scratchDirectory: string
}

interface Making {
  now?: Date
  signal?: AbortSignal | undefined
  /** Called before each step, with a Chinese sentence and the completed fraction, from 0 to 1. */
  onStep?(sentence: string, share: number): Promise<void> | void
}

/**
 * Writes a backup to the target, verifies that it can be restored, and deletes the backups that are no longer
 * retained. A backup that cannot be restored does not appear at the target, and then none is deleted. Waits while
 * another process makes a backup of the same database, and deletes what killed backups have left. Throws a
 * BackupError if a disk is full.
 */
export async function makeBackup(source: BackupSource, settings: BackupSettings, making: Making = {}) {
  const { signal, onStep } = making
  const client = new pg.Client(source.connection)
  // An error of the database connection is ignored in this listener, because the queries of the backup fail too.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const waiting = { say: (sentence: string) => void onStep?.(sentence, 0), ...(signal && { signal }) }
    return await withSessionLock(client, { name: 'backup', doing: '备份', ...waiting }, async () => {
      await makeDirectory(settings.scratchDirectory)
      await removeRemains(settings.scratchDirectory)
      await requireRoom(client, settings.scratchDirectory)
      return addBackup(source, settings, making)
    })
  } catch (error) {
    throw explainFullDisk(error, settings)
  } finally {
    await client.end()
  }
}

async function addBackup(source: BackupSource, settings: BackupSettings, { now = new Date(), signal, onStep }: Making) {
  const { target, retention, passphrase, scratchDirectory } = settings
  // The name of an archive gives its time in whole seconds, so the manifest gets the same rounded time.
  const createTime = new Date(Math.floor(now.getTime() / 1000) * 1000)
  const name = toBackupName(createTime, { isEncrypted: passphrase !== undefined })
  const manifest = await target.add(name, async (path) => {
    await onStep?.('正在备份数据和文件', 0.05)
    await writeBackup(source, { path, passphrase, createTime, signal })
    signal?.throwIfAborted()
    await onStep?.('正在试着恢复一次，核对备份', 0.5)
    return verifyBackup({ path, passphrase }, scratchDirectory)
  })
  const backups = await target.list()
  const expired = listExpired(backups, retention)
  for (const backup of expired) await target.delete(backup.name)
  const made = backups.find((backup) => backup.name === name) as StoredBackup
  return { manifest, made, deleted: expired.length }
}

/**
 * Deletes the folders in which killed backups were written or restored as a trial, and ends the PostgreSQL servers that
 * were started in them.
 */
async function removeRemains(scratchDirectory: string) {
  for (const name of await readdir(scratchDirectory)) {
    if (!/^backup-(check|upload)-\w+$/.test(name)) continue
    const folder = join(await realpath(scratchDirectory), name)
    for (const cluster of await readdir(folder)) await endWorkIn(join(folder, cluster))
    await rm(folder, { recursive: true, force: true })
  }
}

/** Bytes that an empty cluster of PostgreSQL and its log (WAL) take. */
const emptyCluster = 128e6

/** Throws a BackupError if the disk has no room for the copy of the database with which a backup is verified. */
async function requireRoom(client: pg.Client, scratchDirectory: string) {
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  const needed = Number(rows[0]?.bytes) + emptyCluster
  const { bavail, bsize } = await statfs(scratchDirectory)
  if (bavail * bsize >= needed) return
  const [need, room] = [needed, bavail * bsize].map((bytes) => Math.round(bytes / 1e6))
  throw new BackupError(
    `没有开始备份：核对备份要在 ${scratchDirectory} 里临时放一份数据库，约需 ${need} MB，磁盘只剩 ${room} MB。`,
  )
}

function explainFullDisk(error: unknown, { target, scratchDirectory }: BackupSettings): unknown {
  const isFull = outageOf(error) === 'disk' || /No space left on device/.test((error as Error).message)
  if (!isFull) return error
  const message = `磁盘满了，没有备份成，也没有留下写了一半的备份：${target.description} 要放得下备份，${scratchDirectory} 要临时放得下一份数据库。`
  return new BackupError(message, { cause: error })
}
