import * as z from 'zod/mini'
import { described } from './described.ts'

/** A proof-of-work challenge in the format of ALTCHA version 2, signed by the server. */
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
    data: described(
      'Difficulty of the proof-of-work challenge; the work doubles with each level.',
      z.optional(z.strictObject({ level: z.int() })),
    ),
  }),
  signature: z.string(),
})
export type Challenge = z.infer<typeof Challenge>

/** A challenge with its solution, as base64-encoded JSON. ALTCHA calls it a payload. */
export const Proof = z.string({ error: '校验的格式不对' }).check(z.maxLength(2000, '校验的格式不对'))
export type Proof = z.infer<typeof Proof>
