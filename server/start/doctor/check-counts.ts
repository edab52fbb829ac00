import { sql } from 'kysely'
import { invalidate } from '#server/platform/cache/changes.ts'
import { topic } from '#server/platform/cache/topics.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { listMiscountedItems } from '#server/catalogue/item/find-miscounted-items.ts'
import { correctReactions } from '#server/catalogue/item/recount-reactions.ts'
import { areRegionsRight, listMiscountedPlaces, recountPlaces } from '#server/catalogue/mark-cells/count-places.ts'
import { listWronglyMarked } from '#server/catalogue/mark-cells/marks-of-items.ts'
import { pinItems } from '#server/catalogue/mark-cells/pin-marks.ts'
import { countWrongCells, recountMarks } from '#server/catalogue/mark-cells/recount-marks.ts'
import { recountTags } from '#server/catalogue/tag/recount-tags.ts'
import { type Finding, findingsAbout } from './finding.ts'

const itemTypes = ['book', 'video'] as const
/** The number of books or videos whose marks on the map one transaction corrects. */
const pinnedAtOnce = 200

/** Compares the numbers of likes, saves, ratings, comments and replies with the rows that they count. */
export async function checkReactionCounts(db: Db): Promise<Finding[]> {
  const { ok, repairable } = findingsAbout('计数')
  const wrong = { book: await listMiscountedItems(db, 'book'), video: await listMiscountedItems(db, 'video') }
  const count = wrong.book.length + wrong.video.length
  if (count === 0) return [ok('赞、收藏、评分、评论和回复的数目都对')]
  const repair = async () => {
    let corrected = 0
    for (const itemType of itemTypes) corrected += await correctReactions(db, itemType, wrong[itemType])
    return `重新数过，改正了 ${corrected} 处`
  }
  return [repairable('fault', `${count} 本书或视频的赞、收藏、评分、评论或回复数不对`, repair)]
}

/** Compares the stored number of books of each tag with the books that have the tag. */
export async function checkTagCounts(db: Db): Promise<Finding[]> {
  const { ok, repairable } = findingsAbout('标签的书数')
  const { rows } = await sql<{ id: string }>`
    select id from tag left join (select tag_id as id, count(*) as books from book_tag group by tag_id) counted using (id)
    where count <> coalesce(books, 0)`.execute(db)
  if (rows.length === 0) return [ok('都对')]
  const repair = async () => {
    await inTransaction(db, async (db) => {
      await recountTags(
        db,
        rows.map(({ id }) => id),
      )
      await invalidate(db, topic.tags)
    })
    return `重新数过 ${rows.length} 个标签`
  }
  return [repairable('fault', `${rows.length} 个标签的书数不对`, repair)]
}

/**
 * Compares the marks on the map with the books and videos, and the stored numbers of marks and places with the marks.
 */
export async function checkMap(db: Db): Promise<Finding[]> {
  const { ok, repairable } = findingsAbout('地图')
  const wrong = { book: await listWronglyMarked(db, 'book'), video: await listWronglyMarked(db, 'video') }
  const countItems = wrong.book.length + wrong.video.length
  const countCells = await countWrongCells(db)
  const countPlaces = (await listMiscountedPlaces(db)).length
  const regionsAreRight = await areRegionsRight(db)
  if (countItems + countCells + countPlaces === 0 && regionsAreRight) return [ok('标记和各处的书数都对')]
  const seen = [
    countItems > 0 ? `${countItems} 本书或视频的标记不对` : [],
    countCells > 0 ? `${countCells} 个格子或标签的标记数不对` : [],
    countPlaces > 0 || !regionsAreRight ? `${countPlaces || '几'} 个地点或地区的书数不对` : [],
  ].flat()
  const repair = async () => {
    for (const itemType of itemTypes) await pinAgain(db, itemType, wrong[itemType])
    await inTransaction(db, async (db) => {
      await recountMarks(db)
      await recountPlaces(db)
      await invalidate(db, topic.marks, topic.popularity)
    })
    return `重放了 ${countItems} 本书或视频的标记，重新数过地图`
  }
  return [repairable('fault', seen.join('，'), repair)]
}

async function pinAgain(db: Db, itemType: (typeof itemTypes)[number], ids: string[]) {
  for (let start = 0; start < ids.length; start += pinnedAtOnce)
    await inTransaction(db, (db) => pinItems(db, itemType, ids.slice(start, start + pinnedAtOnce)))
}
