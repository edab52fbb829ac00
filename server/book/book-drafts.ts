import { sql } from 'kysely'
import type { BookDraft } from '#shared/api/book/book-draft.ts'
import type { EditedBook } from '#shared/api/book/book-admin.ts'
import type { Db } from '#server/db/schema.ts'

/**
 * Returns a book as the form of an editor needs it; undefined when the book does not exist. The tags and places are sorted, so
 * that an unchanged book always yields the same draft and therefore the same version.
 */
export async function findBookDraft(db: Db, id: string): Promise<BookDraft | undefined> {
  const row = await db
    .selectFrom('book')
    .select(['title', 'subtitle', 'originalTitle', 'authors', 'translators', 'publisher', 'publishedYear', 'isbn13'])
    .select(['pages', 'language', 'cover', 'desc', 'eraFrom', 'eraTo', 'free'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { eraFrom, eraTo, ...fields } = row
  const tags = await listTagNames(db, id)
  const places = await listDraftPlaces(db, id)
  return { ...fields, tags, places, era: eraFrom === null || eraTo === null ? null : { from: eraFrom, to: eraTo } }
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

/** Returns the places of a book with their regions, so that restoring the draft can create a place that was deleted meanwhile. */
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

/** Returns an old draft without the ids of places that no longer exist, so that writing the draft creates these places again. */
export async function withExistingPlaces(db: Db, draft: BookDraft): Promise<BookDraft> {
  const ids = draft.places.flatMap(({ placeId }) => placeId ?? [])
  const { rows } = await sql<{ id: string }>`select id from place where id = any(${ids}::uuid[])`.execute(db)
  const existing = new Set(rows.map(({ id }) => id))
  const places = draft.places.map((place) =>
    place.placeId !== null && existing.has(place.placeId) ? place : { ...place, placeId: null },
  )
  return { ...draft, places }
}

/** Returns the name of the editor who last changed a book or another object by hand, and the time; null without any edit. */
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
