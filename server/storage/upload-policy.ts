import type { UploadScope } from './storage.ts'

/**
 * What a temporary credential may do, in the policy language of Tencent's access management: put an object below one prefix,
 * of these types, and not larger (https://cloud.tencent.com/document/product/436/71306).
 */
export function uploadPolicy(
  { bucket, region }: { bucket: string; region: string },
  { prefix, types, maxBytes }: Omit<UploadScope, 'seconds'>,
) {
  const account = bucket.slice(bucket.lastIndexOf('-') + 1)
  return {
    version: '2.0',
    statement: [
      {
        effect: 'allow',
        action: ['name/cos:PutObject'],
        resource: [`qcs::cos:${region}:uid/${account}:${bucket}/${prefix}*`],
        condition: {
          string_equal: { 'cos:content-type': types },
          numeric_less_than_equal: { 'cos:content-length': maxBytes },
        },
      },
    ],
  }
}
