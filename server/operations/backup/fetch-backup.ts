import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { getFromBucket, listBucket } from '#server/platform/storage/bucket.ts'
import { makeDirectory } from '#server/platform/storage/make-directory.ts'
import { openBucket } from '#server/platform/storage/open-bucket.ts'
import type { StorageSettings } from '#server/platform/storage/storage-settings.ts'
import { BackupError } from './backup-manifest.ts'

interface Fetching {
  storage: Pick<StorageSettings, 'cos' | 's3'>
  /** A folder of this machine with room for the archive; it is created if it is missing. */
  scratchDirectory: string
}

/**
 * Calls `use` with the path of a backup on this machine. A backup in a bucket, such as
 * `s3://bucket/folder/zhitu-20261122T190000Z.tar.zst`, is first downloaded, and the copy is deleted afterwards. Throws
 * a BackupError that names the backups in the bucket if there is none of this name.
 */
export async function withBackupFile<T>(address: string, fetching: Fetching, use: (path: string) => Promise<T>) {
  const name = basename(address)
  const found = openBucket(address.slice(0, -name.length), fetching.storage)
  if (found === undefined) return use(address)
  const { bucket, prefix } = found
  await makeDirectory(fetching.scratchDirectory)
  const folder = await mkdtemp(join(fetching.scratchDirectory, 'backup-download-'))
  try {
    const path = join(folder, 'archive')
    const archive = await getFromBucket(bucket, prefix + name)
    if (archive === undefined) {
      const keys = (await Array.fromAsync(listBucket(bucket, prefix))).map(({ key }) => key.slice(prefix.length))
      throw new BackupError(`没有备份 ${address}。那里有：${keys.slice(-20).join('、') || '什么也没有'}。`)
    }
    await pipeline(archive.body, createWriteStream(path, { mode: 0o600 }))
    return await use(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
