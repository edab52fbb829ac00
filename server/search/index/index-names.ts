import { sql } from 'kysely'
import { v5 as idOf } from 'uuid'
import type { Db } from '#server/db/schema.ts'
import { compactText } from '#server/search/text/fold-text.ts'
import { lockIndex } from './lock-index.ts'
import { nameTokens, titleTokens } from '#server/search/text/search-tokens.ts'
import { spellPinyin } from '#server/search/text/spell-pinyin.ts'

export type NameKind = 'author' | 'tag' | 'place' | 'tour'
export interface NameKey {
  kind: NameKind
  name: string
}
interface Counted extends NameKey {
  id: string
  weight: number
}

/** Authors have no table; their id is a UUID derived from their name. */
const authorSpace = '6b1f7f53-3f0e-4d3a-9c55-3a6f0f4f6f21'
const authorId = (name: string) => idOf(name, authorSpace)

/**
 * Updates the index entries of authors, tags and places from their books, and of tours from their stops. Entries
 * without books or stops are removed. The caller must hold the index lock.
 */
export async function indexNames(db: Db, keys: NameKey[]) {
  if (keys.length === 0) return
  const counted = await countBooksOf(db, keys)
  const found = counted.filter(({ weight }) => weight > 0)
  const isFound = new Set(found.map(({ kind, name }) => `${kind}:${name}`))
  const removed = keys.filter(({ kind, name }) => !isFound.has(`${kind}:${name}`))
  await sql`delete from search_name using unnest(${removed.map((key) => key.kind)}::text[], ${removed.map((key) => key.name)}::text[]) as removed(kind, name)
    where search_name.kind = removed.kind and search_name.name = removed.name`.execute(db)
  await insertNames(db, await updateWeights(db, found))
}

async function countBooksOf(db: Db, keys: NameKey[]): Promise<Counted[]> {
  const named = (kind: NameKind) => keys.filter((key) => key.kind === kind).map((key) => key.name)
  const { rows } = await sql<{ kind: NameKind; id: string | null; name: string; weight: number }>`
    select 'author' as kind, null::uuid as id, author.name, (
      select count(*) from book_author where person_id in (
        select id from person where person.name = author.name
        union select person_id from person_name where person_name.name = author.name
      )
    ) as weight
    from unnest(${named('author')}::text[]) as author(name)
    union all
    select 'tag', id, name, count from tag where name = any(${named('tag')}::text[])
    union all
    select 'place', id, name, (select count(distinct book_id) from book_place where place_id = place.id)
    from place where name = any(${named('place')}::text[])
    union all
    select 'tour', id, title, (select count(*) from tour_stop where tour_id = tour.id)
    from tour where title = any(${named('tour')}::text[])
    order by 1, 3`.execute(db)
  return rows.map((row) => ({ ...row, id: row.id ?? authorId(row.name) }))
}

/**
 * Updates the weights of names that are already in the search index. Returns the names that are not in the index yet.
 */
async function updateWeights(db: Db, rows: Counted[]): Promise<Counted[]> {
  const { rows: known } = await sql<{ id: string }>`
    update search_name set weight = fresh.weight
    from unnest(${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.name)}::text[], ${rows.map((row) => row.weight)}::integer[])
      as fresh(kind, id, name, weight)
    where search_name.kind = fresh.kind and search_name.id = fresh.id and search_name.name = fresh.name
    returning search_name.id`.execute(db)
  const ids = new Set(known.map(({ id }) => id))
  return rows.filter(({ id }) => !ids.has(id))
}

async function insertNames(db: Db, rows: Counted[]) {
  for (let start = 0; start < rows.length; start += 100) {
    const values = await Promise.all(rows.slice(start, start + 100).map(toValues))
    await db
      .insertInto('searchName')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['kind', 'id']).doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          syllables: eb.ref('excluded.syllables'),
          folded: eb.ref('excluded.folded'),
          pinyin: eb.ref('excluded.pinyin'),
          tokens: eb.ref('excluded.tokens'),
          weight: eb.ref('excluded.weight'),
        })),
      )
      .execute()
  }
}

async function toValues({ kind, id, name, weight }: Counted) {
  const sounds = await spellPinyin(name, kind === 'author')
  // Index tokens that begin with `w` match a name that shares only one of its two characters with the query. They are
  // omitted for authors, tags and places, because too many short names would match.
  const tokens = [...nameTokens({ text: name, sounds }), ...titleTokens({ text: name, sounds })].filter(
    (token) => token[0] !== 'w',
  )
  return {
    kind,
    id,
    name,
    weight,
    syllables: sounds.join(' '),
    folded: compactText(name),
    pinyin: sounds.join(''),
    tokens: sql<string>`array_to_tsvector(${[...new Set(tokens)]}::text[])`,
  }
}

/**
 * Updates the index entries of all tours and removes those of deleted tours. Must run in the transaction that changes
 * the tours; takes the index lock.
 */
export async function indexTours(db: Db) {
  await lockIndex(db)
  const { rows } = await sql<{ name: string }>`
    select title as name from tour union select name from search_name where kind = 'tour'`.execute(db)
  await indexNames(
    db,
    rows.map(({ name }) => ({ kind: 'tour', name })),
  )
}
