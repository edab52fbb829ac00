import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { Db } from '#server/db/schema.ts'
import { lockUntilCommit } from '#server/db/with-lock.ts'
import type { Storage } from '#server/storage/storage.ts'

/**
 * After this time the reservation of a killed process no longer counts. It is much longer than the server lets a request
 * send its body (`requestTimeout`), so the reservation of a live upload never expires.
 */
const lifetimeMinutes = 5

export interface UploadPlace {
  /** Ends in a slash; the objects below it count. */
  prefix: string
  key: string
  /** How many objects may be below the prefix, this one included. */
  limit: number
}

/**
 * Reserves the place of an object that is about to be stored. Returns the id of the reservation, which `releaseUpload`
 * must be given once the object is stored or the upload has failed, or undefined if there are too many objects.
 * Uploads below one prefix take turns here, on all nodes together; the lock ends before a body is read.
 */
export async function reserveUpload(
  { db, storage }: { db: Db; storage: Storage },
  { prefix, key, limit }: UploadPlace,
): Promise<string | undefined> {
  return inTransaction(db, async (db) => {
    await lockUntilCommit(db, `upload ${prefix}`)
    await sql`delete from upload_reservation where prefix = ${prefix} and expires_at < now()`.execute(db)
    // The reservations are read before the objects: an upload that ends between the two is found as an object.
    const reserved = await db.selectFrom('uploadReservation').select('key').where('prefix', '=', prefix).execute()
    const keys = new Set([key, ...reserved.map((one) => one.key)])
    for await (const stored of storage.list(prefix)) keys.add(stored.key)
    if (keys.size > limit) return undefined
    const id = newId()
    const expiresAt = sql<Date>`now() + make_interval(mins => ${lifetimeMinutes})`
    await db.insertInto('uploadReservation').values({ id, prefix, key, expiresAt }).execute()
    return id
  })
}

/** Frees the place. Where the database cannot be reached, the reservation expires by itself. */
export async function releaseUpload(db: Db, id: string) {
  await db
    .deleteFrom('uploadReservation')
    .where('id', '=', id)
    .execute()
    .catch(() => undefined)
}
