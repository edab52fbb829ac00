import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { rowsPerBatch, withoutEmpty } from './export-rows.ts'

interface RedirectRow {
  noun: string
  from: string
  to: string | null
}

/**
 * Yields the redirects from former ids, keys and names of objects, in batches, sorted by the kind of object and the
 * former id, key or name. `to` is the id of the object that replaces the former one or, for a tag, the name of the
 * replacing tag. It is missing if the object was removed, or if its replacement no longer exists.
 */
export async function* exportRedirects(db: Db): AsyncGenerator<object[]> {
  let [noun, from] = ['', '']
  for (;;) {
    const { rows } = await sql<RedirectRow>`
      select noun, old_key as "from", case noun
        when 'tag' then (select name from tag where id = target_id)
        when 'book' then (select id::text from book where id = target_id)
        when 'person' then (select id::text from person where id = target_id)
        when 'place' then (select id::text from place where id = target_id)
        else (select id::text from tour where id = target_id)
      end as "to"
      from redirect where (noun, old_key) > (${noun}, ${from}) order by noun, old_key limit ${rowsPerBatch}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(withoutEmpty)
    ;({ noun, from } = last)
  }
}
