import { type RawBuilder, sql } from 'kysely'
import { type ConnectedKind, connectedKinds, readConnectedId } from '#shared/connected-id.ts'
import { isId } from '#shared/id.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { tagsNamed } from '#server/catalogue/editing/redirects.ts'
import { regionKeyOf } from '#server/catalogue/place/region.ts'
import type { Named } from './bundle.ts'

/** For each kind of thing that a URL can name, a query that returns which of the given values exist. */
const queries: Record<string, (values: string[]) => RawBuilder<{ value: string }>> = {
  tag: (names) => sql`select name as value from (${tagsNamed(names)}) known`,
  // The URL of a merged book, person or place redirects to another one, so its id counts as existing.
  ...Object.fromEntries(
    (['book', 'person', 'place'] as const).map((table) => [
      table,
      (ids: string[]) =>
        sql<{ value: string }>`select id::text as value from ${sql.table(table)}
          where id = any(${ids.filter(isId)}::uuid[])
          union all select old_key from redirect where noun = ${table} and target_id is not null and old_key = any(${ids}::text[])`,
    ]),
  ),
  ...Object.fromEntries(
    (['video', 'user', 'tour', 'bookFile'] as const).map((table) => [
      table === 'bookFile' ? 'file' : table,
      (ids: string[]) =>
        sql<{ value: string }>`select id::text as value from ${sql.table(table)}
          where id = any(${ids.filter(isId)}::uuid[])`,
    ]),
  ),
  connected: findConnected,
  placeName: (names) =>
    sql`select name as value from place where name = any(${names}::text[])
      union all select name from place_name where name = any(${names}::text[])
      union all select old_key from redirect
      where noun = 'place' and target_id is not null and old_key = any(${names}::text[])`,
  region: (names) =>
    sql`select value from unnest(${names.filter((name) => regionKeyOf(name) !== null)}::text[]) value
      union all select name from place where country is null and name = any(${names}::text[])`,
  mark: (marks) =>
    sql`select item_id || '.' || place_id as value from mark
      where (item_id || '.' || place_id) = any(${marks}) and item_id = any(${marks.map(itemOf)}::uuid[])`,
}

/**
 * Returns a query for those of the given ids, such as `book.{id}`, whose book, person or place exists or was merged.
 */
function findConnected(values: string[]) {
  const wanted = sql`unnest(${values}::text[]) as wanted(value)`
  const kinds = connectedKinds.map(
    (kind) => sql`
      select value from ${wanted} join ${sql.table(kind)} known on value = ${sql.lit(`${kind}.`)} || known.id
      where known.id = any(${idsOf(values, kind)}::uuid[])
      union all
      select value from ${wanted} join redirect on value = ${sql.lit(`${kind}.`)} || old_key
      where noun = ${kind} and target_id is not null and old_key = any(${idsOf(values, kind)}::text[])`,
  )
  return sql<{ value: string }>`${sql.join(kinds, sql` union all `)}`
}

function idsOf(values: string[], kind: ConnectedKind): string[] {
  return values.flatMap((value) => {
    const read = readConnectedId(value)
    return read?.kind === kind ? [read.id] : []
  })
}

function itemOf(mark: string) {
  return mark.split('.')[0] ?? ''
}

/** Returns the things named in a URL, such as tags and books, that do not exist. */
export async function findMissing(db: Db, named: Named[]): Promise<Named[]> {
  const kinds = [...new Set(named.map(({ kind }) => kind))]
  const missing = await Promise.all(
    kinds.map(async (kind) => {
      const asked = named.filter((one) => one.kind === kind)
      const found = await findValues(
        db,
        kind,
        asked.map(({ value }) => value),
      )
      return asked.filter(({ value }) => !found.has(value))
    }),
  )
  return missing.flat()
}

async function findValues(db: Db, kind: string, values: string[]): Promise<Set<string>> {
  if (kind === 'cursor') return new Set(values.filter(isCursor))
  const query = queries[kind]
  if (query === undefined) throw new Error(`addresses name a ${kind}, which cannot be looked up`)
  const { rows } = await query(values).execute(db)
  return new Set(rows.map(({ value }) => value))
}

/** Returns whether a text has the form of a page cursor. The query that uses the cursor checks its values. */
function isCursor(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    return false
  }
}
