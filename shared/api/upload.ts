import * as z from 'zod/mini'
import { described } from './described.ts'

/** Storage key of a picture that the browser has uploaded, as the call `cosSign` returned it. */
export const UploadKey = z
  .string({ error: '请先上传图片' })
  .check(
    z.maxLength(200, '上传的图片不对，请重新上传'),
    z.regex(/^upload\/[\da-f-]{36}\/[a-z]+\/[\da-f]{32}$/, '上传的图片不对，请重新上传'),
  )

/** Temporary credentials with which a browser uploads one object to the object store. */
export const UploadPermit = z.strictObject({
  credentials: z.strictObject({ tmpSecretId: z.string(), tmpSecretKey: z.string(), sessionToken: z.string() }),
  startTime: described('Start of the validity of the credentials, in seconds since 1970.', z.int()),
  expiredTime: z.int(),
  bucket: z.string(),
  region: z.string(),
  endpoint: described(
    'Base URL of the upload: a path of this site, or the URL of the external object store.',
    z.string(),
  ),
  isHostSigned: z.boolean(),
  key: described('Storage key under which the browser must store the uploaded object.', z.string()),
})
export type UploadPermit = z.infer<typeof UploadPermit>
