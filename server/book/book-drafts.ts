import { sql } from 'kysely'
import type { BookDraft } from '#shared/api/book/book-draft.ts'
import type { EditedBook } from '#shared/api/book/book-admin.ts'
import type { Db } from '#server/db/schema.ts'

/** A book as an editor writes it, or undefined. What is the same reads the same: its version is made of it. */
export async function findBookDraft(db: Db, id: string): Promise<BookDraft | undefined> {
  const row = await db
    .selectFrom('book')
    .select(['title', 'subtitle', 'originalTitle', 'authors', 'translators', 'publisher', 'publishedYear', 'isbn13'])
    .select(['pages', 'language', 'cover', 'desc', 'eraFrom', 'eraTo', 'free'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { eraFrom, eraTo, ...told } = row
  const tags = await listTagNames(db, id)
  const places = await listDraftPlaces(db, id)
  return { ...told, tags, places, era: eraFrom === null || eraTo === null ? null : { from: eraFrom, to: eraTo } }
}

async function listTagNames(db: Db, bookId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bookTag')
    .innerJoin('tag', 'tag.id', 'bookTag.tagId')
    .select('tag.name')
    .where('bookId', '=', bookId)
    .orderBy('tag.name')
    .execute()
  return rows.map(({ name }) => name)
}

/** With their regions, so that one that is gone when the draft is taken up again can be made again. */
async function listDraftPlaces(db: Db, bookId: string): Promise<BookDraft['places']> {
  const rows = await db
    .selectFrom('bookPlace')
    .innerJoin('place', 'place.id', 'bookPlace.placeId')
    .select(['place.id', 'name', 'lng', 'lat', 'country', 'province', 'kind'])
    .where('bookId', '=', bookId)
    .orderBy('kind')
    .orderBy('name')
    .execute()
  return rows.map(({ id, name, lng, lat, kind, country, province }) => ({
    placeId: id,
    name,
    lng,
    lat,
    kind,
    region: { country, province },
  }))
}

/** A draft of former days: of its places, those that are gone are to be made again. */
export async function withPlacesThere(db: Db, draft: BookDraft): Promise<BookDraft> {
  const ids = draft.places.flatMap(({ placeId }) => placeId ?? [])
  const { rows } = await sql<{ id: string }>`select id from place where id = any(${ids}::uuid[])`.execute(db)
  const there = new Set(rows.map(({ id }) => id))
  const places = draft.places.map((place) =>
    place.placeId !== null && there.has(place.placeId) ? place : { ...place, placeId: null },
  )
  return { ...draft, places }
}

/** What readers have done about a book, and how much. */
export async function countUserContent(db: Db, id: string): Promise<EditedBook['userContent']> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count from (values
      ('评论', (select count(*) from comment where item_type = 'book' and item_id = ${id})),
      ('喜欢', (select count(*) from item_like where item_type = 'book' and item_id = ${id})),
      ('收藏', (select count(*) from item_save where item_type = 'book' and item_id = ${id})),
      ('评分', (select count(*) from rating where item_type = 'book' and item_id = ${id})),
      ('读者的书架', (select count(*) from shelf where book_id = ${id})),
      ('推荐', (select count(*) from recommendation where book_id = ${id})),
      ('正文', (select count(*) from book_file where book_id = ${id})),
      ('阅读进度', (select count(*) from reading_progress where book_id = ${id})),
      ('书签和批注', (select count(*) from annotation where book_id = ${id})),
      ('漫游', (select count(*) from tour_stop where book_id = ${id})),
      ('路线', (select count(*) from route_book where book_id = ${id}))
    ) as found(kind, count) where count > 0`.execute(db)
  return rows
}

/** Who changed something last by hand. */
export async function findLastEdit(db: Db, targetId: string): Promise<EditedBook['lastEdit']> {
  const row = await db
    .selectFrom('audit')
    .innerJoin('user', 'user.id', 'audit.actorId')
    .select(['user.name', 'audit.createTime'])
    .where('targetId', '=', targetId)
    .orderBy('audit.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { name: row.name, time: row.createTime.toISOString() } : null
}
