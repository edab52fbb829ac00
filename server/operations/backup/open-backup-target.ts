import { openBucket } from '#server/platform/storage/open-bucket.ts'
import type { StorageSettings } from '#server/platform/storage/storage-settings.ts'
import { BackupError } from './backup-manifest.ts'
import type { BackupTarget } from './backup-target.ts'
import { createBucketTarget } from './bucket-target.ts'
import { createFolderTarget } from './folder-target.ts'

interface Opening {
  storage: Pick<StorageSettings, 'cos' | 's3'>
  /** A folder of this machine in which an archive is written before it is uploaded to a bucket. */
  scratchDirectory: string
}

/**
 * Opens the folder or bucket that an operator names for backups: a folder, `s3://bucket/folder` or
 * `cos://bucket/folder`. Throws an error with a Chinese sentence for any other address, and for a bucket whose access
 * keys are not configured.
 */
export function openBackupTarget(to: string, { storage, scratchDirectory }: Opening): BackupTarget {
  const folder = openBucket(to, storage)
  if (folder !== undefined) return createBucketTarget(folder, scratchDirectory)
  if (/^\w+:\/\//.test(to))
    throw new BackupError(`备份可以放到文件夹、s3://存储桶/目录 或 cos://存储桶/目录，不认识 ${to}。`)
  return createFolderTarget(to)
}
