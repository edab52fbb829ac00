import { createBucketStore } from './bucket-store.ts'
import { type CosSettings, openCosBucket } from './cos-settings.ts'
import type { Storage, UploadScope } from './storage.ts'
import { getFederationToken } from './sts-credential.ts'

/** Creates an object store in a bucket of Tencent COS, to which browsers upload directly. */
export function createCosStorage(settings: CosSettings): Storage {
  const { bucket, region, endpoint } = settings
  return {
    ...createBucketStore(openCosBucket(settings)),
    target: { bucket, region, endpoint, isHostSigned: true },
    grantUpload: (scope) => getFederationToken(settings, uploadPolicy(settings, scope), scope.seconds),
  }
}

/**
 * Returns the rights of a temporary credential in the policy language of Tencent's access management: writing objects
 * below one key prefix, with limits on type and size, and reading objects below other prefixes
 * (https://cloud.tencent.com/document/product/436/71306).
 */
function uploadPolicy(
  { bucket, region }: { bucket: string; region: string },
  { prefix, readPrefixes, types, maxBytes }: Omit<UploadScope, 'seconds' | 'sessionId'>,
) {
  const account = bucket.slice(bucket.lastIndexOf('-') + 1)
  const below = (prefix: string) => `qcs::cos:${region}:uid/${account}:${bucket}/${prefix}*`
  return {
    version: '2.0',
    statement: [
      {
        effect: 'allow',
        action: ['name/cos:PutObject'],
        resource: [below(prefix)],
        condition: {
          string_equal: { 'cos:content-type': types },
          numeric_less_than_equal: { 'cos:content-length': maxBytes },
        },
      },
      {
        effect: 'allow',
        action: ['name/cos:GetObject', 'name/cos:HeadObject'],
        resource: readPrefixes.map(below),
      },
    ],
  }
}
