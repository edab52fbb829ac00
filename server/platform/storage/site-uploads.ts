import type { Db } from '#server/platform/db/schema.ts'
import type { Storage } from './storage.ts'
import { grantLocalUpload } from './upload-token.ts'

/** Lets browsers upload to the site, which checks the credential itself and writes to its object store. */
export function uploadsThroughSite(db: Db): Pick<Storage, 'target' | 'grantUpload'> {
  return {
    target: { bucket: 'zhitu-1000000000', region: 'ap-nanjing', endpoint: '/storage', isHostSigned: false },
    grantUpload: (scope) => grantLocalUpload(db, scope),
  }
}
