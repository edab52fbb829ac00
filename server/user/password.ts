import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
/** About 50 ms and 32 MB a hash on a small server; raise `n` as machines get faster: each hash names its own. */
const cost = { n: 2 ** 15, r: 8, p: 1 }
const keyLength = 32

/** `scrypt$n$r$p$salt$key`, the last two in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await scryptKey(password, salt, cost)
  return ['scrypt', cost.n, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Whether the password is the one hashed. Without a hash the same work is done for nothing, so that time tells nobody which accounts exist. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [, n, r, p, salt = '', key = ''] = (hash ?? decoy).split('$')
  const derived = await scryptKey(password, Buffer.from(salt, 'base64url'), {
    n: Number(n),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(derived, Buffer.from(key, 'base64url')) && hash != null
}

const decoy = ['scrypt', cost.n, cost.r, cost.p, 'A'.repeat(22), 'A'.repeat(43)].join('$')

function scryptKey(password: string, salt: Buffer, { n, r, p }: typeof cost) {
  return derive(password.normalize('NFC'), salt, keyLength, { N: n, r, p, maxmem: 256 * n * r })
}
