import { createHmac, timingSafeEqual } from 'node:crypto'

const secondsPerStep = 30
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns the number of the 30-second time step that contains a Unix time in milliseconds (RFC 6238). */
export function stepAt(milliseconds: number): number {
  return Math.floor(milliseconds / 1000 / secondsPerStep)
}

/** Returns the six-digit code of a time step (RFC 6238 with SHA-1, which all authenticators support). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/**
 * Returns the time step that an authenticator code belongs to: the current, the previous or the next one, because
 * clocks differ. Returns undefined when the code belongs to none of them.
 */
export function findStep(secret: Uint8Array, code: string, now: number): number | undefined {
  const current = stepAt(now)
  return [current, current - 1, current + 1].find((step) =>
    timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code)),
  )
}

/** Returns bytes in base32 (RFC 4648), the form in which people type a secret into an authenticator. */
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
