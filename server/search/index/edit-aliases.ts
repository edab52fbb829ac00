import type { Db } from '#server/platform/db/schema.ts'
import { latinWords } from '#server/engines/text/search-tokens.ts'
import { writeWords } from './write-words.ts'
import { compactText } from '#server/engines/text/fold-text.ts'

/** Adds a search alias that stands for a name, or changes the name for which an existing alias stands. */
export async function putAlias(db: Db, alias: string, name: string) {
  const values = { folded: compactText(alias), alias, name, isActive: true }
  await db
    .insertInto('searchAlias')
    .values(values)
    .onConflict((conflict) => conflict.column('folded').doUpdateSet(values))
    .execute()
  await writeWords(db, latinWords(alias))
}

/** Deactivates a search alias. Returns false if there was no active alias of this name. */
export async function removeAlias(db: Db, alias: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('searchAlias')
    .set({ isActive: false })
    .where('folded', '=', compactText(alias))
    .where('isActive', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Adds the search aliases of the book catalogue. Existing aliases, including those that editors changed or removed, are
 * left unchanged.
 */
export async function seedAliases(db: Db, aliases: [alias: string, name: string][]) {
  const rows = aliases.map(([alias, name]) => ({ folded: compactText(alias), alias, name }))
  if (rows.length === 0) return
  await db
    .insertInto('searchAlias')
    .values(rows)
    .onConflict((conflict) => conflict.column('folded').doNothing())
    .execute()
  await writeWords(
    db,
    aliases.flatMap(([alias]) => latinWords(alias)),
  )
}
