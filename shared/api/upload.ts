import * as z from 'zod/mini'

/** Key of a raw upload, as `cosSign` gave it. */
export const UploadKey = z
  .string({ error: '请先上传图片' })
  .check(
    z.maxLength(200, '上传的图片不对，请重新上传'),
    z.regex(/^upload\/[\da-f-]{36}\/[a-z]+\/[\da-f]{32}$/, '上传的图片不对，请重新上传'),
  )

/** What a browser needs to put one object into the store, and for how long it may. */
export const UploadPermit = z.strictObject({
  credentials: z.strictObject({ tmpSecretId: z.string(), tmpSecretKey: z.string(), sessionToken: z.string() }),
  /** Seconds since 1970. */
  startTime: z.int(),
  expiredTime: z.int(),
  bucket: z.string(),
  region: z.string(),
  /** A path of this site, or an address of the object store; objects lie below it. */
  endpoint: z.string(),
  isHostSigned: z.boolean(),
  /** Where to put it. */
  key: z.string(),
})
export type UploadPermit = z.infer<typeof UploadPermit>
