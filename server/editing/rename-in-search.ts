import type { Db } from '#server/db/schema.ts'
import { putAlias, removeAlias } from '#server/search/index/alias-queries.ts'
import { compactText } from '#server/search/text/fold-text.ts'

/** Who types what something was called finds it by what it is called now; what is a name again stands for nothing else. */
export async function renameInSearch(db: Db, before: string, after: string) {
  await removeAlias(db, after)
  if (compactText(before) !== '' && compactText(before) !== compactText(after)) await putAlias(db, before, after)
}
