import { type RawBuilder, sql } from 'kysely'
import { isId } from '#shared/id.ts'

/**
 * Returns the condition that a row of a table has one of the given keys of catalogue entries. An export gives rows
 * without a key of their own their id as key, so that a site recognizes them when its own export is loaded into it.
 */
export function hasCatalogKey(keys: string[]): RawBuilder<boolean> {
  return sql<boolean>`(catalog_key = any(${keys}) or id = any(${keys.filter(isId)}::uuid[]))`
}
