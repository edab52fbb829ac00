import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { isViolationOf } from '#server/platform/db/violation.ts'
import { addRedirect, removeRedirects } from './redirects.ts'
import { putAlias, removeAlias } from '#server/search/index/search-aliases.ts'
import { compactText } from '#server/engines/text/fold-text.ts'

/** A kind of object (tags, places or people) whose names are unique, so that a name identifies one of them. */
export interface NamedNoun<Noun extends string = 'place' | 'tag'> {
  noun: Noun
  /** The Chinese word for a tag, place or person with its measure word, used in messages after 一, 这 and 那. */
  word: string
}

/**
 * Runs a database write that sets the name of a tag, place or person. If another one already has the name, it fails as
 * `conflict` with a message that suggests a merge.
 */
export async function writeUniqueName({ noun, word }: NamedNoun<string>, name: string, write: () => Promise<unknown>) {
  try {
    await write()
  } catch (error) {
    if (!isViolationOf(error, `${noun}_name_key`)) throw error
    fail('conflict', `已经有一${word}叫「${name}」，可以把这${word}并过去`, { fields: { name: '已经有了' } })
  }
}

/**
 * Redirects the old name of a tag or place that was renamed or merged, both in links and in the search. Must run in the
 * same transaction as the renaming or merge.
 */
export async function redirectOldName(db: Db, { noun }: NamedNoun, id: string, before: string, after: string) {
  if (before === after) return
  await removeRedirects(db, noun, [after])
  await addRedirect(db, noun, [before], id)
  await renameInSearch(db, before, after)
}

export function failMissing({ word }: NamedNoun<string>): never {
  return fail('missing', `没有这${word}，可能已被合并或移除`)
}

/**
 * Makes a search for the old name of a tag or place find the new name. If the new name was an alias of another one,
 * that alias is removed.
 */
async function renameInSearch(db: Db, before: string, after: string) {
  await removeAlias(db, after)
  if (compactText(before) !== '' && compactText(before) !== compactText(after)) await putAlias(db, before, after)
}
