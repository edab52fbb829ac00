import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/db/schema.ts'
import { isViolationOf } from '#server/db/violation.ts'
import { renameInSearch } from './rename-in-search.ts'
import { addRedirect, removeRedirects } from './redirects.ts'

/** A noun whose names are unique, so that a name identifies one. */
export interface NamedNoun {
  noun: 'place' | 'tag'
  /** The Chinese noun with its measure word, used after 一, 这 and 那. */
  word: string
}

/** Runs a write that sets a name. Fails as `conflict` when the name is in use, and suggests a merge. */
export async function findNewName({ noun, word }: NamedNoun, name: string, write: () => Promise<unknown>) {
  try {
    await write()
  } catch (error) {
    if (!isViolationOf(error, `${noun}_name_key`)) throw error
    fail('conflict', `已经有一${word}叫「${name}」，可以把这${word}并过去`, { fields: { name: '已经有了' } })
  }
}

/** Redirects the old name to the renamed tag or place, also in search. Must run in the transaction that renames it. */
export async function redirectOldName(db: Db, { noun }: NamedNoun, id: string, before: string, after: string) {
  if (before === after) return
  await removeRedirects(db, noun, [after])
  await addRedirect(db, noun, [before], id)
  await renameInSearch(db, before, after)
}

export function failMissing({ word }: NamedNoun): never {
  return fail('missing', `没有这${word}，它可能已被合并或移走`)
}
