import type { Db } from '#server/platform/db/schema.ts'
import { putAlias, removeAlias } from '#server/search/index/edit-aliases.ts'
import { compactText } from '#server/engines/text/fold-text.ts'

/**
 * Makes a search for the old name of a tag or place find the new name. If the new name was an alias of another one,
 * that alias is removed.
 */
export async function renameInSearch(db: Db, before: string, after: string) {
  await removeAlias(db, after)
  if (compactText(before) !== '' && compactText(before) !== compactText(after)) await putAlias(db, before, after)
}
