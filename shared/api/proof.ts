import * as z from 'zod/mini'

/** Work to be done before a call is let through, in the format of ALTCHA's second version; signed by the site. */
export const Challenge = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.optional(z.string()),
    expiresAt: z.optional(z.number()),
    /** How much work it is: each level doubles the one before. */
    data: z.optional(z.strictObject({ level: z.int() })),
  }),
  signature: z.string(),
})
export type Challenge = z.infer<typeof Challenge>

/** A challenge with its solution, as base64 of JSON: what ALTCHA calls a payload. */
export const Proof = z.string({ error: '校验的格式不对' }).check(z.maxLength(2000, '校验的格式不对'))
export type Proof = z.infer<typeof Proof>
