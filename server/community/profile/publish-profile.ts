import type { Db } from '#server/platform/db/schema.ts'

export async function setPublished(db: Db, userId: string, isPublic: boolean) {
  await db.updateTable('user').set({ isPublic }).where('id', '=', userId).execute()
}
