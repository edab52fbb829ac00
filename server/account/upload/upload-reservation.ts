import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { lockUntilCommit } from '#server/platform/db/with-lock.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

/**
 * Minutes after which a reservation expires, so that those of killed processes do not block uploads for ever. This is
 * much longer than the server allows a request to send its body (`requestTimeout`), so the reservation of a running
 * upload never expires.
 */
const lifetimeMinutes = 5

interface UploadTarget {
  /** The key prefix of the stored objects that count towards the limit; it ends in a slash. */
  prefix: string
  key: string
  /** The largest number of stored objects below the key prefix, including the new one. */
  limit: number
}

/**
 * Reserves capacity for an object that is about to be uploaded, so that concurrent uploads cannot exceed the limit on
 * stored objects. Returns the id of the reservation, or undefined if there are too many objects. The caller passes the
 * id to `releaseUpload` when the object is stored or the upload has failed.
 *
 * The stored objects are listed without a database connection, because a slow store would otherwise take those of the
 * whole site. The reservation is therefore made first: each upload counts those that were made before its own.
 */
export async function reserveUpload(
  { db, storage }: { db: Db; storage: Storage },
  { prefix, key, limit }: UploadTarget,
): Promise<string | undefined> {
  const { id, reserved } = await inTransaction(db, (db) => insertReservation(db, { prefix, key }))
  try {
    // The reservations of uploads were read before the stored objects are, so that an upload which finishes in between
    // is still counted, as a stored object.
    const keys = new Set([key, ...reserved])
    for await (const stored of storage.list(prefix)) keys.add(stored.key)
    if (keys.size <= limit) return id
  } catch (error) {
    await releaseUpload(db, id)
    throw error
  }
  await releaseUpload(db, id)
  return undefined
}

/**
 * Inserts a reservation and returns its id and the keys that were reserved before. A lock serializes reservations below
 * one key prefix on all nodes.
 */
async function insertReservation(db: Db, { prefix, key }: Omit<UploadTarget, 'limit'>) {
  await lockUntilCommit(db, `upload ${prefix}`)
  await sql`delete from upload_reservation where prefix = ${prefix} and expires_at < now()`.execute(db)
  const reserved = await db.selectFrom('uploadReservation').select('key').where('prefix', '=', prefix).execute()
  const id = newId()
  const expiresAt = sql<Date>`now() + make_interval(mins => ${lifetimeMinutes})`
  await db.insertInto('uploadReservation').values({ id, prefix, key, expiresAt }).execute()
  return { id, reserved: reserved.map((one) => one.key) }
}

/** Deletes the reservation of an upload. If the database cannot be reached, the reservation expires by itself. */
export async function releaseUpload(db: Db, id: string) {
  await db
    .deleteFrom('uploadReservation')
    .where('id', '=', id)
    .execute()
    .catch(() => undefined)
}
