import { readFile } from 'node:fs/promises'
import { type Bucket, copyInBucket, deleteFromBucket, getFromBucket, listBucket, putIntoBucket } from './bucket.ts'
import { contentTypeOf, type ObjectStore, requireKey } from './storage.ts'

/** Creates an object store in a bucket of Tencent COS or of a store that is compatible with Amazon S3. */
export function createBucketStore(bucket: Bucket): ObjectStore {
  const headersOf = (key: string) => ({
    'content-type': contentTypeOf(key),
    'cache-control': 'public, max-age=31536000, immutable',
  })
  return {
    put: async (key, bytes) => putIntoBucket(bucket, requireKey(key), bytes, headersOf(key)),
    // Files of books have at most 50 MB, which all object stores take in one request.
    putFile: async (key, path) => putIntoBucket(bucket, requireKey(key), await readFile(path), headersOf(key)),

    async get(key, range) {
      const found = await getFromBucket(bucket, requireKey(key), range)
      return found && { ...found, type: contentTypeOf(key) }
    },

    async delete(...keys) {
      for (const key of keys) await deleteFromBucket(bucket, requireKey(key))
    },

    // The bucket copies the object without sending it through this server. If the process is killed before the old
    // object is deleted, the object exists twice and is moved again later.
    async move(from, to) {
      if (await copyInBucket(bucket, requireKey(from), requireKey(to))) await deleteFromBucket(bucket, from)
    },

    list: (prefix) => listBucket(bucket, prefix),

    // Does nothing, because there are no unfinished files to delete: an interrupted upload in one request leaves
    // nothing in a bucket.
    sweep: async () => undefined,
  }
}
