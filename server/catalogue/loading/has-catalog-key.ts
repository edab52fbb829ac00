import { type RawBuilder, sql } from 'kysely'
import { isId } from '#shared/id.ts'

/**
 * Returns the SQL condition that a row has one of the given keys of catalogue entries. If a row has no key, an export
 * uses its id as the key of the entry, so that a site recognizes the row when its own export is loaded into it.
 */
export function hasCatalogKey(keys: string[]): RawBuilder<boolean> {
  return sql<boolean>`(catalog_key = any(${keys}) or id = any(${keys.filter(isId)}::uuid[]))`
}
