import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import type { KosyncKey } from '#shared/api/account/kosync.ts'
import { countFailure, countRecentFailures, deleteAttempts } from '#server/account/throttle/attempts.ts'
import { writeIfPossible } from '#server/http/call/outage.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { isViolationOf } from '#server/platform/db/violation.ts'

/**
 * The alphabet of e-reader keys: thirty-two characters that are hard to confuse with each other and easy to type on
 * e-readers.
 */
const alphabet = 'abcdefghjkmnpqrstvwxyz0123456789'
const nobody = randomBytes(32)
/** The number of wrong keys for one name that one IP address may send in fifteen minutes. */
const maxWrongKeys = 10

/** The name and the e-reader key that a program sends by HTTP Basic. */
interface BasicLogin {
  name: string
  password: string
}

export interface KeyHolder {
  userId: string
  isSuspended: boolean
}

export async function findKey(db: Db, userId: string): Promise<KosyncKey | null> {
  const row = await db
    .selectFrom('kosyncAccount')
    .select(['username', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { username, createdAt, lastUsedAt } = row
  return { name: username, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}

/**
 * Creates a user's e-reader key, the password with which e-readers sync and read the user's shelves, and replaces the
 * former key; the name stays the same. The key has 80 random bits, so even a fast hash of it cannot be reversed.
 * Attempts with wrong keys that were counted under the name are forgotten.
 */
export async function createKey(db: Db, userId: string): Promise<{ name: string; password: string }> {
  const password = randomWord(16)
  const keyHash = hashKey(md5(password))
  for (;;) {
    try {
      const { username } = await db
        .insertInto('kosyncAccount')
        .values({ userId, username: `zt${randomWord(6)}`, keyHash })
        .onConflict((conflict) =>
          conflict.column('userId').doUpdateSet({ keyHash, createdAt: sql`now()`, lastUsedAt: null }),
        )
        .returning('username')
        .executeTakeFirstOrThrow()
      await deleteAttempts(db, [attemptName(username)])
      return { name: username, password }
    } catch (error) {
      if (!isViolationOf(error, 'kosync_account_username_key')) throw error
    }
  }
}

export async function deleteKey(db: Db, userId: string) {
  await db.deleteFrom('kosyncAccount').where('userId', '=', userId).execute()
}

/**
 * Returns the user with this name and e-reader key and records that the key was used, if the database takes writes;
 * undefined when the name or the key is wrong. `key` is the MD5 hash of the key in hexadecimal, as KOReader sends it.
 * `locks` must be set if and only if the caller runs in a transaction: the key's row is then locked until its end, so
 * that other devices of the user wait and the key cannot be revoked meanwhile.
 */
export async function verifyKey(
  db: Db,
  { name, key }: { name: string; key: string },
  { locks = false } = {},
): Promise<KeyHolder | undefined> {
  const row = await db
    .selectFrom('kosyncAccount')
    .innerJoin('user', 'user.id', 'kosyncAccount.userId')
    .select(['userId', 'keyHash', 'suspendedAt'])
    .where('kosyncAccount.username', '=', name)
    .where('deletedAt', 'is', null)
    .$if(locks, (query) => query.forUpdate('kosyncAccount'))
    .executeTakeFirst()
  // Compares the key in constant time, even if the name is unknown, so that the duration does not reveal
  // whether a name exists.
  const isValid = timingSafeEqual(row?.keyHash ?? nobody, hashKey(key.toLowerCase()))
  if (row === undefined || !isValid) return undefined
  const recordUse = () =>
    db
      .updateTable('kosyncAccount')
      .set({ lastUsedAt: sql`now()` })
      .where('userId', '=', row.userId)
      .where((eb) =>
        eb.or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<', sql<Date>`now() - interval '10 minutes'`)]),
      )
      .execute()
  await (locks ? recordUse() : writeIfPossible(recordUse))
  return { userId: row.userId, isSuspended: row.suspendedAt !== null }
}

/**
 * Returns the user whose name and e-reader key an HTTP Basic login contains; undefined when either is wrong. Keyboards
 * of e-readers begin with a capital letter and add spaces, so case and surrounding spaces are ignored. After ten wrong
 * keys for one name from one IP address in fifteen minutes, further attempts fail as `tooMany`. The route must have a
 * rate limit too, because the attempts are counted after the check.
 */
export async function verifyBasicLogin(db: Db, address: string, login: BasicLogin): Promise<KeyHolder | undefined> {
  const name = login.name.trim().toLowerCase()
  if (!/^\w{1,64}$/.test(name)) return undefined
  const counted = `${attemptName(name)} ${address}`
  if ((await countRecentFailures(db, counted)) >= maxWrongKeys)
    fail('tooMany', '阅读器密钥错得太多了，请一刻钟后再试', { retryAfter: 15 * 60 })
  const holder = await verifyKey(db, { name, key: md5(login.password.trim().toLowerCase()) })
  if (holder === undefined) await writeIfPossible(() => countFailure(db, counted))
  return holder
}

/**
 * Parses the `Authorization` header of HTTP Basic, encoded in UTF-8. Returns undefined for a missing or other header.
 */
export function readBasicLogin(header: string | undefined): BasicLogin | undefined {
  const encoded = /^basic +([A-Za-z0-9+/=_-]{1,400}) *$/i.exec(header ?? '')?.[1]
  const [, name, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? []
  return name === undefined || password === undefined ? undefined : { name, password }
}

function attemptName(name: string) {
  return `e-reader:${name}`
}

function md5(text: string) {
  return createHash('md5').update(text).digest('hex')
}

function hashKey(md5: string) {
  return createHash('sha256').update(md5).digest()
}

function randomWord(length: number) {
  return [...randomBytes(length)].map((byte) => alphabet[byte & 31]).join('')
}
