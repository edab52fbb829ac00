import { failLostSession } from '#server/call/require-user.ts'
import { invalidateUser } from '#server/account/user/invalidate-user.ts'
import type { Db } from '#server/db/schema.ts'
import { deletePicture } from '#server/upload/accept-picture.ts'
import type { Storage } from '#server/storage/storage.ts'

/** Has a user shown by another picture, or by none; the former one is gone once that is committed. */
export async function changeAvatar(db: Db, storage: Storage, userId: string, profile: string) {
  const former = await db.transaction().execute(async (db) => {
    // One after the other: each change sees, and clears away, what the one before it set.
    const user = await db.selectFrom('user').select('profile').where('id', '=', userId).forUpdate().executeTakeFirst()
    if (user === undefined) return failLostSession()
    await db.updateTable('user').set({ profile }).where('id', '=', userId).execute()
    await invalidateUser(db, userId)
    return user.profile
  })
  if (former !== profile) await deletePicture(storage, former)
}
