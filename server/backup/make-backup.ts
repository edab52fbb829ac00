import { mkdir } from 'node:fs/promises'
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
 * Writes a backup to the target, verifies that it can be restored, and deletes the backups that are no longer retained.
 * A backup that cannot be restored does not appear at the target, and then none is deleted.
 */
export async function makeBackup(source: BackupSource, settings: BackupSettings, making: Making = {}) {
  const { target, retention, passphrase, scratchDirectory } = settings
  const { now = new Date(), signal, onStep } = making
  // The name of an archive tells its time in seconds.
  const createTime = new Date(Math.floor(now.getTime() / 1000) * 1000)
  await mkdir(scratchDirectory, { recursive: true })
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
