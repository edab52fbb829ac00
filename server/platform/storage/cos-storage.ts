import { createBucketStore } from './bucket-store.ts'
import { type CosSettings, openCosBucket } from './cos-bucket.ts'
import type { Storage } from './storage.ts'
import { getFederationToken } from './sts-credential.ts'
import { uploadPolicy } from './upload-policy.ts'

/** Creates an object store in a bucket of Tencent COS, to which browsers upload directly. */
export function createCosStorage(settings: CosSettings): Storage {
  const { bucket, region, endpoint } = settings
  return {
    ...createBucketStore(openCosBucket(settings)),
    target: { bucket, region, endpoint, isHostSigned: true },
    grantUpload: (scope) => getFederationToken(settings, uploadPolicy(settings, scope), scope.seconds),
  }
}
