import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { readSetting } from '#server/setting/setting-queries.ts'
import { withoutEmpty } from './export-rows.ts'

/** A list of names of places or tags, by kind. */
type Named = Record<string, string[]>

interface BookRow {
  id: string
  key: string
  createTime: Date
  title: string
  subtitle: string | null
  originalTitle: string | null
  originalLanguage: string | null
  authors: string[]
  publishedYear: number | null
  desc: string
  eraFrom: number | null
  eraTo: number | null
  free: string | null
  tags: string[]
  places: Named | null
  reason: string | null
  editions: Record<string, unknown>[]
}

/** Returns the books with the given ids as entries of a catalogue, in the order of their ids. */
export async function exportBooks(db: Db, ids: string[]): Promise<object[]> {
  const editorialId = (await readSetting(db, 'editorialAccount')) ?? null
  const { rows } = await sql<BookRow>`
    select id, coalesce(catalog_key, id::text) as key, create_time, title, subtitle, original_title, original_language,
      authors, published_year, "desc", era_from, era_to, free,
      array(select name from book_tag join tag on tag.id = tag_id where book_id = book.id order by kind, position) as tags,
      (select jsonb_object_agg(kind, names) from (
        select kind, jsonb_agg(name order by name) as names from book_place join place on place.id = place_id
        where book_id = book.id group by kind
      ) pinned) as places,
      (select reason from recommendation where book_id = book.id and status = 'approved' and user_id = ${editorialId}
        order by id limit 1) as reason,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'title', title, 'translators', translators, 'editors', editors,
        'illustrators', illustrators, 'translatedFrom', translated_from, 'publisher', publisher, 'year', year,
        'isbn13', isbn13, 'pages', pages, 'language', language, 'source', source) order by position, id), '[]')
        from edition where book_id = book.id) as editions
    from book where id = any(${ids}::uuid[]) order by id`.execute(db)
  return rows.map(toEntry)
}

function toEntry({ eraFrom, eraTo, editions, createTime, places, ...row }: BookRow): object {
  return {
    ...withoutEmpty({
      ...row,
      createTime: createTime.toISOString(),
      era: eraFrom === null ? null : [eraFrom, eraTo],
      editions: editions.map(withoutEmpty),
    }),
    tags: row.tags,
    places: places ?? {},
  }
}

/** Yields the relations between books as entries of a catalogue. */
export async function exportRelations(db: Db): Promise<object[]> {
  const { rows } = await sql<object>`
    select coalesce(one.catalog_key, one.id::text) as "from", kind, coalesce(other.catalog_key, other.id::text) as "to", sentence
    from book_relation join book one on one.id = from_book_id join book other on other.id = to_book_id
    where removed_at is null order by from_book_id, to_book_id, kind`.execute(db)
  return rows
}
