import { failLostSession } from '#server/http/call/require-user.ts'
import { invalidateUser } from '#server/account/user/invalidate-user.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { deletePicture } from '#server/account/upload/accept-picture.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

/**
 * Sets the avatar of a user to an uploaded picture, or removes it when `avatarKey` is empty, and invalidates the pages
 * that show the avatar. Deletes the files of the former avatar after the commit.
 */
export async function changeAvatar(db: Db, storage: Storage, userId: string, avatarKey: string) {
  const former = await db.transaction().execute(async (db) => {
    // The user's row is locked, so that two concurrent changes of an avatar run one after the other and the second
    // deletes the picture that the first has set.
    const user = await db.selectFrom('user').select('avatarKey').where('id', '=', userId).forUpdate().executeTakeFirst()
    if (user === undefined) return failLostSession()
    await db.updateTable('user').set({ avatarKey }).where('id', '=', userId).execute()
    await invalidateUser(db, userId)
    return user.avatarKey
  })
  if (former !== avatarKey) await deletePicture(storage, former)
}
