import { BackupError } from './backup-manifest.ts'
import type { BackupTarget } from './backup-target.ts'
import { createFolderTarget } from './folder-target.ts'

/** Opens the place that an operator names for backups: a folder. */
export function openBackupTarget(to: string): BackupTarget {
  if (/^\w+:\/\//.test(to)) throw new BackupError(`备份只能放到文件夹里，不认识 ${to}。`)
  return createFolderTarget(to)
}
