import type { Db } from '#server/db/schema.ts'
import { compactText } from '#server/search/text/fold-text.ts'

/** Deletes all choices for a query, and what the ranking has learned from them. */
export async function forgetChoices(db: Db, typed: string) {
  const folded = compactText(typed)
  await db.transaction().execute(async (db) => {
    await db.deleteFrom('searchLearned').where('folded', '=', folded).execute()
    await db.deleteFrom('searchChoice').where('folded', '=', folded).execute()
  })
}
