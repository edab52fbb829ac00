import { createHmac, timingSafeEqual } from 'node:crypto'

const secondsPerStep = 30
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The half minute a time lies in, as RFC 6238 counts them. */
export function stepAt(milliseconds: number): number {
  return Math.floor(milliseconds / 1000 / secondsPerStep)
}

/** The six digits of a half minute (RFC 6238 with SHA-1, as every authenticator has it). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The half minute a code is of: this one, the one before or the next, as clocks differ; undefined when it is of none. */
export function findStep(secret: Uint8Array, code: string, now: number): number | undefined {
  const here = stepAt(now)
  return [here, here - 1, here + 1].find((step) =>
    timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code)),
  )
}

/** As people type a secret into an authenticator (RFC 4648). */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff
    bits += 8
    for (; bits >= 5; bits -= 5) text += alphabet[(value >>> (bits - 5)) & 31]
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text
}
