import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import type { NamedNoun } from './named-noun.ts'

/**
 * Locks the books and videos that have any of the given tags or places, until the transaction ends. Must be called
 * before the tags or places are locked.
 */
export async function lockItemsOf(db: Db, noun: NamedNoun['noun'], ids: string[]) {
  for (const item of ['book', 'video'])
    await sql`
      select from ${sql.table(item)} where id in (
        select ${sql.ref(`${item}_id`)} from ${sql.table(`${item}_${noun}`)} where ${sql.ref(`${noun}_id`)} = any(${ids}::uuid[])
      ) order by id for no key update`.execute(db)
}
