import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/db/schema.ts'
import { isViolationOf } from '#server/db/violation.ts'
import { renameInSearch } from './rename-in-search.ts'
import { addRedirect, removeRedirects } from './redirects.ts'

/** A noun of which there is one of each name, so that a name finds it. */
export interface NamedNoun {
  noun: 'place' | 'tag'
  /** Follows 一, 这 and 那. */
  word: string
}

/** Runs what gives one of a noun its name; one there is already leads to a merge. */
export async function findNewName({ noun, word }: NamedNoun, name: string, write: () => Promise<unknown>) {
  try {
    await write()
  } catch (error) {
    if (!isViolationOf(error, `${noun}_name_key`)) throw error
    fail('conflict', `已经有一${word}叫「${name}」，可以把这${word}并过去`, { fields: { name: '已经有了' } })
  }
}

/** What was called `before` is called `after` now; the old name goes on leading to it. */
export async function redirectOldName(db: Db, { noun }: NamedNoun, id: string, before: string, after: string) {
  if (before === after) return
  await removeRedirects(db, noun, [after])
  await addRedirect(db, noun, [before], id)
  await renameInSearch(db, before, after)
}

export function failMissing({ word }: NamedNoun): never {
  return fail('missing', `没有这${word}，它可能已被合并或移走`)
}
