import type { Db } from '#server/platform/db/schema.ts'

/**
 * Removes the relations that the catalogue has between some books and any others, as if an editor had done so, for
 * tests that make relations of their own.
 */
export async function forgetRelations(db: Db, bookIds: string[]) {
  await db
    .updateTable('bookRelation')
    .set({ removedAt: new Date() })
    .where((eb) => eb.or([eb('fromBookId', 'in', bookIds), eb('toBookId', 'in', bookIds)]))
    .execute()
}
