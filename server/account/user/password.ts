import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { ConcurrencyLimit, type WorkCaller } from '#server/engines/concurrency-limit.ts'

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
/**
 * The cost parameters of a scrypt password hash: about 50 ms and 32 MB on a small server. Raise `n` as machines get
 * faster; each stored hash contains its own parameters.
 */
const cost = { n: 2 ** 15, r: 8, p: 1 }
const keyLength = 32

/**
 * Bounds how many passwords are hashed at the same time. Scrypt runs in libuv's pool of four threads, which file access
 * needs too: at most two hashes leave two threads for files and bound the memory of all hashes to 64 MB. On two
 * processors one hash runs at a time, because each hash keeps a processor busy and the event loop needs the other.
 */
export const passwordWork = new ConcurrencyLimit({
  running: Math.min(2, Math.max(1, availableParallelism() - 1)),
  waiting: 16,
  busyMessage: '现在登录的人很多，请过几秒再试',
  retryAfter: 5,
})

/**
 * Hashes a password and returns `scrypt$n$r$p$salt$key`, with salt and key in base64url. A call on behalf of a visitor
 * must have verified a code, a ticket (the proof of a verified code) or a password before. Fails as `unavailable` while
 * too many calls wait.
 */
export async function hashPassword(password: string, caller?: WorkCaller): Promise<string> {
  const salt = randomBytes(16)
  const key = await scryptKey(password, salt, cost, caller)
  return ['scrypt', cost.n, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * Returns whether the password matches the hash. If there is no hash, a dummy hash is compared, so that the response
 * time does not reveal which accounts exist. Fails as `unavailable` while too many calls wait.
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
