import type { Db } from '#server/platform/db/schema.ts'
import { invalidateUser } from './invalidate-user.ts'

/** Changes a user's name and bio and invalidates the pages that show them. Fields left out stay as they are. */
export async function updateProfile(
  db: Db,
  userId: string,
  { name, bio }: { name?: string | undefined; bio?: string | undefined },
) {
  const values = { ...(name !== undefined && { name }), ...(bio !== undefined && { bio }) }
  if (Object.keys(values).length === 0) return
  await db.transaction().execute(async (db) => {
    await db.updateTable('user').set(values).where('id', '=', userId).execute()
    await invalidateUser(db, userId)
  })
}
