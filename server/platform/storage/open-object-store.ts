import { join } from 'node:path'
import { createBucketStore } from './bucket-store.ts'
import { createFolderStore } from './folder-store.ts'
import { openBucket } from './open-bucket.ts'
import type { StorageSettings } from './storage-settings.ts'
import type { ObjectStore } from './storage.ts'

interface NamedStore {
  store: ObjectStore
  /**
   * The path of the folder or the URL of the bucket, by which the caller can tell whether two names mean the same
   * store.
   */
  address: string
}

/**
 * Opens the store that an operator names: `local` for the folder of the site, `s3` or `cos` for the bucket in the
 * settings, `s3://bucket` or `cos://bucket` for another bucket, or the path of a folder, which contains a slash.
 * Returns undefined for any other name. Throws an error with a Chinese sentence if settings of the store are missing.
 */
export function openObjectStore(
  name: string,
  { storage, dataDirectory }: { storage: StorageSettings; dataDirectory: string },
): NamedStore | undefined {
  const folder = (path: string) => ({ store: createFolderStore(path), address: path })
  if (name === 'local') return folder(join(dataDirectory, 'storage'))
  const own = name === 's3' ? storage.s3?.bucket : name === 'cos' ? storage.cos?.bucket : undefined
  if (own === undefined && (name === 's3' || name === 'cos'))
    throw new Error(`设置里没有 ${name} 的存储桶：请设 ${name.toUpperCase()}_BUCKET 和它的密钥。`)
  const found = openBucket(own === undefined ? name : `${name}://${own}`, storage)
  if (found?.prefix) throw new Error(`${name} 须是整个存储桶，不带目录。`)
  if (found) return { store: createBucketStore(found.bucket), address: found.bucket.address }
  return name.includes('/') && !name.includes('://') ? folder(name) : undefined
}
