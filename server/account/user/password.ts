import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { ConcurrencyLimit, type WorkCaller } from '#server/limit/concurrency-limit.ts'

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
/** A hash takes about 50 ms and 32 MB on a small server. Raise `n` as machines get faster: each hash names its own cost. */
const cost = { n: 2 ** 15, r: 8, p: 1 }
const keyLength = 32

/**
 * Scrypt runs in libuv's pool of four threads, which reading files needs too. Two of them stay free for files, and the memory of
 * all hashes together stays at 64 MB, however many people log in. On two processors one hash runs at a time, because each keeps
 * a processor busy and the event loop needs one too.
 */
export const passwordWork = new ConcurrencyLimit({
  running: Math.min(2, Math.max(1, availableParallelism() - 1)),
  waiting: 16,
  busyMessage: '现在登录的人很多，请过几秒再试',
  retryAfter: 5,
})

/**
 * Returns `scrypt$n$r$p$salt$key`, the last two in base64url. Whoever calls from outside must have shown a right code, ticket or
 * password before. Fails as `unavailable` while too many others wait.
 */
export async function hashPassword(password: string, caller?: WorkCaller): Promise<string> {
  const salt = randomBytes(16)
  const key = await scryptKey(password, salt, cost, caller)
  return ['scrypt', cost.n, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * Tells whether the password is the one hashed. Without a hash the same work is done for nothing, so that the time of the answer
 * does not tell which accounts exist. Fails as `unavailable` while too many others wait.
 */
export async function isPassword(
  password: string,
  hash: string | null | undefined,
  caller: WorkCaller,
): Promise<boolean> {
  const [, n, r, p, salt = '', key = ''] = (hash ?? decoy).split('$')
  const named = { n: Number(n), r: Number(r), p: Number(p) }
  const derived = await scryptKey(password, Buffer.from(salt, 'base64url'), named, caller)
  return timingSafeEqual(derived, Buffer.from(key, 'base64url')) && hash != null
}

const decoy = ['scrypt', cost.n, cost.r, cost.p, 'A'.repeat(22), 'A'.repeat(43)].join('$')

function scryptKey(password: string, salt: Buffer, { n, r, p }: typeof cost, caller: WorkCaller | undefined) {
  const normal = password.normalize('NFC')
  return passwordWork.run(() => derive(normal, salt, keyLength, { N: n, r, p, maxmem: 256 * n * r }), caller)
}
