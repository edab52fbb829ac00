import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import type { Item } from '#shared/api/item.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { writePlaces } from '#server/catalogue/place/write-places.ts'
import { findTagIds } from '#server/catalogue/tag/tag-queries.ts'
import type { DraftLinks } from './item-drafts.ts'
import { tablesOf } from './item-tables.ts'

/**
 * Data about an edit or removal of a book or video, from which `refreshItems` updates the search index, the map and the
 * counts of tags.
 */
export interface ItemChange {
  id: string
  /** Maps the id of a tag to the number to add to the tag's count of books or videos. */
  tags: Map<string, number>
  /** The ids of the places that the book or video had before the change. */
  places: string[]
  /** The ids of the people whom a book and its editions named before the change. */
  people?: string[]
}

/**
 * Writes a book or video with its tags and places; `writeRow` inserts or updates the row of the book or video itself.
 * Must run in a transaction, at whose end the caller passes the result to `refreshItems`. Throws `invalid` when a tag
 * or a place of the draft no longer exists.
 */
export async function writeItem(
  db: Db,
  item: Item,
  { tags, places }: DraftLinks,
  writeRow: () => Promise<unknown>,
): Promise<ItemChange> {
  const tagIds =
    (await findTagIds(db, tags)) ??
    fail('invalid', '有的标签已经不在了，请重新选', { fields: { tags: '有的标签已经不在了' } })
  const placeIds = await writePlaces(db, places)
  await writeRow()
  const change = await unlinkTagsAndPlaces(db, item)
  for (const tagId of tagIds) change.tags.set(tagId, (change.tags.get(tagId) ?? 0) + 1)
  const { itemTag, itemPlace, itemId } = tablesOf(item.itemType)
  await sql`insert into ${sql.table(itemTag)} (${sql.ref(itemId)}, tag_id)
    select ${item.itemId}::uuid, tag_id from unnest(${tagIds}::uuid[]) as tag(tag_id)`.execute(db)
  const kinds = places.map(({ kind }) => kind)
  const sentences = places.map(({ sentence }) => sentence?.text ?? null)
  const sources = places.map(({ sentence }) => sentence?.quotedFrom ?? null)
  await sql`insert into ${sql.table(itemPlace)} (${sql.ref(itemId)}, place_id, kind, sentence, quoted_from)
    select ${item.itemId}::uuid, * from unnest(${placeIds}::uuid[], ${kinds}::text[], ${sentences}::text[], ${sources}::text[])
    on conflict do nothing`.execute(db)
  return change
}

/**
 * Deletes the links of a book or video to its tags and places. An edit then inserts the new links; a removal then
 * deletes the row of the book or video.
 */
export async function unlinkTagsAndPlaces(db: Db, { itemType, itemId: id }: Item): Promise<ItemChange> {
  const { itemTag, itemPlace, itemId } = tablesOf(itemType)
  const tags = await db.deleteFrom(itemTag).where(itemId, '=', id).returning('tagId').execute()
  const places = await db.deleteFrom(itemPlace).where(itemId, '=', id).returning('placeId').execute()
  return {
    id,
    tags: new Map(tags.map(({ tagId }) => [tagId, -1])),
    places: [...new Set(places.map(({ placeId }) => placeId))],
  }
}
