import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bucket, deleteFromBucket, listBucket, putFileIntoBucket } from '#server/platform/storage/bucket.ts'
import { BackupError } from './backup-manifest.ts'
import { type BackupTarget, type StoredBackup, timeOfBackup } from './backup-target.ts'

interface BucketFolder {
  bucket: Bucket
  /** The prefix of the keys: empty, or with a slash at its end. */
  prefix: string
}

/**
 * Keeps backups in a bucket of Tencent COS or of an S3-compatible store. An archive is written and verified in a
 * temporary folder below `scratchDirectory` before it is uploaded.
 */
export function createBucketTarget({ bucket, prefix }: BucketFolder, scratchDirectory: string): BackupTarget {
  return {
    description: `${bucket.address}/${prefix}`,
    async add(name, write) {
      const folder = await mkdtemp(join(scratchDirectory, 'backup-upload-'))
      try {
        const path = join(folder, name)
        const written = await write(path)
        await putFileIntoBucket(bucket, prefix + name, path, { 'content-type': 'application/octet-stream' })
        await requireSize({ bucket, prefix }, name, (await stat(path)).size)
        return written
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    async list() {
      const found: StoredBackup[] = []
      for await (const { key, bytes } of listBucket(bucket, prefix)) {
        const name = key.slice(prefix.length)
        const createTime = timeOfBackup(name)
        if (createTime !== undefined) found.push({ name, createTime, bytes })
      }
      return found.sort((one, other) => Number(other.createTime) - Number(one.createTime))
    },
    delete: (name) => deleteFromBucket(bucket, prefix + name),
  }
}

/** Deletes an uploaded archive from the bucket and throws a BackupError, unless its size is that of the local file. */
async function requireSize({ bucket, prefix }: BucketFolder, name: string, bytes: number) {
  for await (const entry of listBucket(bucket, prefix + name))
    if (entry.key === prefix + name && entry.bytes === bytes) return
  await deleteFromBucket(bucket, prefix + name)
  throw new BackupError(`上传到 ${bucket.address} 的备份不完整，已删去，请再试一次。`)
}
