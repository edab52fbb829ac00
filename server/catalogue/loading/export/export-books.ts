import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { readSetting } from '#server/platform/setting/setting-queries.ts'
import type { ExportCover } from './export-covers.ts'
import { type PlacesByKind, rowsPerBatch, sentencesByPlace, withoutEmpty } from './export-rows.ts'

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
  cover: string | null
  free: string | null
  tags: string[]
  places: PlacesByKind | null
  reason: string | null
  voice: string | null
  editions: { cover: string | null }[]
}

/** Returns the books with the given ids as entries of a catalogue, in the order of their ids. */
export async function exportBooks(db: Db, ids: string[], exportCover: ExportCover): Promise<object[]> {
  const editorialId = (await readSetting(db, 'editorialAccount')) ?? null
  const { rows } = await sql<BookRow>`
    select id, coalesce(catalog_key, id::text) as key, create_time, title, subtitle, original_title, original_language,
      authors, published_year, "desc", era_from, era_to, cover, free,
      array(select name from book_tag join tag on tag.id = tag_id where book_id = book.id order by kind, position, name) as tags,
      (select jsonb_object_agg(kind, places) from (
        select kind, ${sentencesByPlace} as places from book_place join place on place.id = place_id
        where book_id = book.id group by kind
      ) pinned) as places,
      said.reason, said.voice,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'title', title, 'translators', translators, 'editors', editors,
        'illustrators', illustrators, 'translatedFrom', translated_from, 'publisher', publisher, 'year', year,
        'isbn13', isbn13, 'pages', pages, 'language', language, 'cover', cover, 'source', source) order by position, id), '[]')
        from edition where book_id = book.id) as editions
    from book left join lateral (
      select reason, voice from recommendation where book_id = book.id and status = 'approved' and user_id = ${editorialId}
      order by id limit 1
    ) said on true
    where id = any(${ids}::uuid[]) order by id`.execute(db)
  const entries: object[] = []
  for (const row of rows) {
    const cover = await exportCover(row.cover)
    const editions: object[] = []
    for (const edition of row.editions)
      editions.push(withoutEmpty({ ...edition, cover: await exportCover(edition.cover) }))
    entries.push(toEntry({ ...row, cover, editions }))
  }
  return entries
}

function toEntry({
  eraFrom,
  eraTo,
  createTime,
  places,
  ...row
}: Omit<BookRow, 'editions'> & { editions: object[] }): object {
  return {
    ...withoutEmpty({
      ...row,
      createTime: createTime.toISOString(),
      era: eraFrom === null ? null : [eraFrom, eraTo],
    }),
    tags: row.tags,
    places: places ?? {},
  }
}

interface RelationKey {
  fromId: string
  toId: string
  kind: string
}

/** Yields the relations between books as entries of a catalogue, in batches, sorted by the ids of the books. */
export async function* exportRelations(db: Db): AsyncGenerator<object[]> {
  const none = '00000000-0000-0000-0000-000000000000'
  let last: RelationKey = { fromId: none, toId: none, kind: '' }
  for (;;) {
    const { rows } = await sql<RelationKey & { from: string; to: string; sentence: string }>`
      select from_book_id as from_id, to_book_id as to_id, coalesce(one.catalog_key, one.id::text) as "from", kind,
        coalesce(other.catalog_key, other.id::text) as "to", sentence
      from book_relation join book one on one.id = from_book_id join book other on other.id = to_book_id
      where removed_at is null and (from_book_id, to_book_id, kind) > (${last.fromId}, ${last.toId}, ${last.kind})
      order by from_book_id, to_book_id, kind limit ${rowsPerBatch}`.execute(db)
    const end = rows.at(-1)
    if (end === undefined) return
    yield rows.map(({ from, kind, to, sentence }) => ({ from, kind, to, sentence }))
    last = end
  }
}
