import { type RawBuilder, sql } from 'kysely'
import type { TagAdminRow } from '#shared/api/tag/tag-admin.ts'
import { versionOf } from '#server/catalogue/editing/draft-version.ts'
import type { Tag } from '#shared/api/tag/tag.ts'
import { compileOnce } from '#server/platform/db/compile-once.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { mapLargeChanges } from '#server/catalogue/editing/large-changes.ts'
import { tagsNamed } from '#server/catalogue/editing/redirects.ts'

/** Returns the tags that books have, in the order that editors chose. */
export const listTags: (db: Db) => Promise<Tag[]> = compileOnce((db) =>
  db
    .selectFrom('tag')
    .select(['id', 'name', 'kind', 'count'])
    .where('count', '>', 0)
    .where('mergedInto', 'is', null)
    .orderBy('position'),
)

/** Returns the tag with this name; undefined when there is none. */
export function findTag(db: Db, name: string): Promise<Tag | undefined> {
  return db.selectFrom('tag').select(['id', 'name', 'kind', 'count']).where('name', '=', name).executeTakeFirst()
}

/**
 * Returns all tags in display order, except those that are being merged into others. Each tag has a version, which an
 * edit must send along so that concurrent edits are detected.
 */
export async function listTagAdminRows(db: Db): Promise<TagAdminRow[]> {
  const rows = await db
    .selectFrom('tag')
    .select(['id', 'name', 'kind', 'count', 'position'])
    .where('mergedInto', 'is', null)
    .orderBy('position')
    .orderBy('name')
    .execute()
  const changes = await mapLargeChanges(db, 'tag')
  return rows.map((row) => {
    const { id, name, kind, position } = row
    return { ...row, version: versionOf({ name, kind, position }), change: changes.get(id) ?? null }
  })
}

/**
 * Returns the ids of the tags with these current or former names, the tag with fewest books first; null when one of the
 * names is unknown.
 */
export async function findTagIds(db: Db, names: string[]): Promise<string[] | null> {
  if (names.length === 0) return []
  const wanted = [...new Set(names)]
  const { rows } = await sql<{ id: string }>`
    select tag.id from (${tagsNamed(wanted)}) named join tag on tag.id = named.id order by tag.count, tag.id`.execute(
    db,
  )
  return rows.length < wanted.length ? null : [...new Set(rows.map(({ id }) => id))]
}

export interface TagCount {
  id: string
  /** The number of books that have the tag. */
  count: number
}

/**
 * Returns the tags with these current or former names, those with fewest books first; an empty array when one of the
 * names is unknown.
 */
export async function findTagsByRarity(db: Db, names: string[]): Promise<TagCount[]> {
  const ids = (await findTagIds(db, names)) ?? []
  if (ids.length === 0) return []
  return db.selectFrom('tag').select(['id', 'count']).where('id', 'in', ids).orderBy('count').orderBy('id').execute()
}

/** Returns an SQL condition on the table `book`: the book must have all tags with these names. */
export function hasTagsNamed(tags: string[]): RawBuilder<boolean> {
  const names = [...new Set(tags)]
  if (names.length === 0) return sql`true`
  return sql`book.id in (
    select book_id from book_tag
    where tag_id = any(array(select id from (${tagsNamed(names)}) named))
    group by book_id having count(*) = ${names.length})`
}
