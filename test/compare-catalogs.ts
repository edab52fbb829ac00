import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { pictureFile, pictureSizes } from '#shared/picture.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { readObject, type Storage } from '#server/platform/storage/storage.ts'

/** Columns that tell how a row was loaded or edited, and that therefore differ between a site and its copy. */
const ofLoading = ['catalog_key', 'catalog_hash', 'edited_at']

/**
 * The tables whose rows are compared as they are, each with the columns that are left out. The storage keys of covers
 * are left out because `hashCovers` serves to compare the pictures themselves.
 */
const ignoredColumns = {
  book: [...ofLoading, 'cover'],
  edition: ['create_time', 'cover'],
  video: ['cover'],
  person: ofLoading,
  person_place: [],
  book_author: [],
  edition_person: [],
  book_relation: ofLoading,
  place: ofLoading,
  book_place: [],
  video_place: [],
  tour: ofLoading,
  tour_stop: [],
  route: ofLoading,
  route_book: [],
  place_count: [],
  place_region: [],
}

/**
 * Queries for the tables that are not compared column by column. The queries replace the id of a tag by its name,
 * because the ids of tags differ between a site and its copy, and a position by the rank, because only the order must
 * be equal.
 */
const otherTables = {
  tag: sql`select name, kind, count, row_number() over (partition by kind order by position, name) from tag`,
  book_tag: sql`select book_id, name from book_tag join tag on tag.id = tag_id`,
  video_tag: sql`select video_id, name from video_tag join tag on tag.id = tag_id`,
  person_name: sql`select person_id, kind, name, row_number() over (partition by person_id order by position, name)
    from person_name`,
  place_name: sql`select place_id, kind, name, row_number() over (partition by place_id order by position, name)
    from place_name`,
  mark: sql`select item_id, place_id, item_type from mark`,
  search_alias: sql`select alias, name from search_alias where is_active`,
  redirect: sql`select noun, old_key, coalesce(tag.name, target_id::text) as target
    from redirect left join tag on tag.id = target_id`,
}

/**
 * Returns the rows of all tables of the catalogue as sorted JSON, by table. Values that may differ between a site and
 * its copy are left out.
 */
export async function readCatalogTables(db: Db): Promise<Record<string, string[]>> {
  const simple = Object.entries(ignoredColumns).map(([table, ignored]) => ({
    table,
    query: sql`select (to_jsonb(one) - ${ignored}::text[])::text as row from ${sql.table(table)} as one`,
  }))
  const others = Object.entries(otherTables).map(([table, query]) => ({
    table,
    query: sql`select to_jsonb(one)::text as row from (${query}) as one`,
  }))
  const tables: Record<string, string[]> = {}
  for (const { table, query } of [...simple, ...others]) {
    const { rows } = await sql<{ row: string }>`${query} order by 1`.execute(db)
    tables[table] = rows.map(({ row }) => row)
  }
  return tables
}

/** Returns hashes of the pictures of all covers in all widths, by the id of the book, edition or video. */
export async function hashCovers(db: Db, storage: Storage): Promise<Record<string, string>> {
  const { rows } = await sql<{ id: string; cover: string }>`
    select id, cover from book where cover is not null union all select id, cover from edition where cover is not null
    union all select id, cover from video where cover is not null order by id`.execute(db)
  const hashes: Record<string, string> = {}
  for (const { id, cover } of rows) {
    const hash = createHash('sha256')
    for (const width of pictureSizes.cover) {
      const found = await storage.get(pictureFile(cover, width))
      hash.update((found && (await readObject(found, 1_000_000))) ?? 'missing')
    }
    hashes[id] = hash.digest('hex')
  }
  return hashes
}
