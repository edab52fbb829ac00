import type { ItemType } from '#shared/api/item.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import { topic } from '#server/platform/cache/topics.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { refreshVideos } from '#server/catalogue/editing/refresh-videos.ts'
import { pinItems } from '#server/catalogue/mark-cells/pin-marks.ts'
import { removeLonePeople } from '#server/catalogue/person/find-people.ts'
import { linkPeople } from '#server/catalogue/person/link-people.ts'
import { removeLonePlaces } from '#server/catalogue/place/write-places.ts'
import { indexBooks } from '#server/search/index/index-books.ts'
import { addToTagCounts } from '#server/catalogue/tag/recount-tags.ts'
import type { ItemChange } from './write-item.ts'

/**
 * Refreshes the links to people, the map marks, the tag counts, the search index and the cached pages of books or
 * videos that were written or removed, or of books whose recommendations changed. Must run as the last step of the
 * transaction.
 */
export async function refreshItems(db: Db, itemType: ItemType, changes: ItemChange[]) {
  const ids = changes.map(({ id }) => id)
  await pinItems(db, itemType, ids)
  await removeLonePlaces(
    db,
    changes.flatMap(({ places }) => places),
  )
  if (itemType === 'video') return refreshVideos(db, ids)
  await refreshPeopleOf(db, changes)
  await countTags(db, changes)
  await invalidate(db, ...ids.map((id) => topic.book(id)), topic.books, topic.tags)
  await indexBooks(db, ids)
}

/**
 * Links the names of books to people again. Removes people whom no book names any more, and invalidates the pages of
 * all people whom the books named before.
 */
async function refreshPeopleOf(db: Db, changes: ItemChange[]) {
  const former = changes.flatMap(({ people }) => people ?? [])
  await linkPeople(
    db,
    changes.map(({ id }) => id),
  )
  await removeLonePeople(db, former)
  await invalidate(db, ...former.map((id) => topic.person(id)))
}

/** Updates the stored number of books that each tag has; videos are not counted. */
async function countTags(db: Db, changes: ItemChange[]) {
  const counts = new Map<string, number>()
  for (const { tags } of changes) for (const [id, by] of tags) counts.set(id, (counts.get(id) ?? 0) + by)
  await addToTagCounts(db, counts)
}
