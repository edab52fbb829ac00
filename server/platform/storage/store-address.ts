import { z } from 'zod'

/** A URL without a path in the settings of an object store; a trailing slash is removed. */
export const storeAddress = z
  .string()
  .refine(
    (value) => /^https?:\/\/[^/?#\s]+\/?$/.test(value) && URL.canParse(value),
    '须为以 http:// 或 https:// 开头、不带路径的网址',
  )
  .transform((value) => value.replace(/\/$/, ''))
