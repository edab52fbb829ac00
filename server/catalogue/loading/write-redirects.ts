import { sql } from 'kysely'
import { isId } from '#shared/id.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { CatalogRedirect } from './read-redirects.ts'

/**
 * For each kind of object, the columns whose values (ids, catalogue keys or names) lead to one of these objects. No
 * redirect may begin at a value that an object has now, because it would hide this object.
 */
const addressColumns = {
  book: ['id::text', 'catalog_key'],
  person: ['id::text', 'catalog_key', 'name'],
  place: ['id::text', 'name'],
  tag: ['name'],
  tour: ['catalog_key'],
} as const

/**
 * Inserts the redirects of the catalogue, except for those whose former id, key or name is in use or is already
 * redirected by the site. Must run after the entries are written, and before the names of books are linked to people,
 * who are found by former names too.
 */
export async function writeRedirects(db: Db, redirects: CatalogRedirect[], tagIds: Map<string, string | null>) {
  for (const [noun, list] of Map.groupBy(redirects, (redirect) => redirect.noun)) {
    const rows = list.map(({ from, to }) => ({
      oldKey: from,
      targetId: to === undefined ? null : noun === 'tag' ? (tagIds.get(to) ?? null) : to,
    }))
    for (let start = 0; start < rows.length; start += 1000) {
      const some = rows.slice(start, start + 1000)
      const used = await listUsed(
        db,
        noun,
        some.map(({ oldKey }) => oldKey),
      )
      const free = some.filter(({ oldKey }) => !used.has(oldKey)).map((row) => ({ noun, ...row }))
      if (free.length > 0)
        await db
          .insertInto('redirect')
          .values(free)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    }
  }
}

/**
 * Returns those of the given values (ids, catalogue keys or names) that an object of one kind, such as a book, has now.
 */
async function listUsed(db: Db, noun: CatalogRedirect['noun'], addresses: string[]): Promise<Set<string>> {
  const found = addressColumns[noun].map(
    (column) => sql`select ${sql.raw(column)} as address from ${sql.table(noun)} where ${isOneOf(column, addresses)}`,
  )
  const { rows } = await sql<{ address: string }>`${sql.join(found, sql` union `)}`.execute(db)
  return new Set(rows.map(({ address }) => address))
}

/**
 * Compares the column `id` with UUIDs instead of text, because only then PostgreSQL can use the index of the column.
 */
function isOneOf(column: string, addresses: string[]) {
  if (column !== 'id::text') return sql`${sql.ref(column)} = any(${addresses})`
  return sql`id = any(${addresses.filter(isId)}::uuid[])`
}
