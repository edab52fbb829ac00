import type { Db } from '#server/db/schema.ts'
import { invalidateUser } from './invalidate-user.ts'

/** Changes what a user is called and what he says of himself; what is left out stays. */
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
