import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { settleBooks } from '#server/book/write-book.ts'
import type { Db } from '#server/db/schema.ts'
import { isViolationOf } from '#server/db/violation.ts'
import { type Merge, movePairs, type PairedRows, returnPairs } from '#server/editing/move-rows.ts'
import { passRows, restoreRow, returnRows } from '#server/editing/pass-rows.ts'
import { renameInSearch } from '#server/editing/rename-in-search.ts'
import { standInFor, takeBackStandIns } from '#server/editing/stand-ins.ts'
import { pinVideos } from '#server/map/pin-marks.ts'
import { removeAlias } from '#server/search/alias-queries.ts'
import { showVideosAnew } from '#server/video/write-video.ts'
import { recountTags } from './recount-tags.ts'

const paired: PairedRows[] = [
  { table: 'book_tag', column: 'tag_id', same: ['book_id'] },
  { table: 'video_tag', column: 'tag_id', same: ['video_id'] },
]
const former = { table: 'stand_in', column: 'target_id', key: ['noun', 'former'] }

/** Makes one tag of two: what carried either carries the winner, and the loser's name goes on leading there. */
export async function mergeTags(db: Db, editorId: string, pair: { loserId: string; winnerId: string }) {
  const { loserId, winnerId } = pair
  if (loserId === winnerId) fail('invalid', '这是同一个标签，请选另一个')
  const names = await lockTags(db, [loserId, winnerId])
  const [loser, winner] = [names.get(loserId), names.get(winnerId)]
  if (loser === undefined || winner === undefined) return fail('missing', '没有这个标签，它可能已被合并或移走')
  const detail = { loserId, loser, winner }
  const id = await writeAudit(db, {
    actorId: editorId,
    action: 'tag.merge',
    targetType: 'tag',
    targetId: winnerId,
    detail,
  })
  await sql`insert into merge (id, noun, loser_id, winner_id, loser)
    select ${id}, 'tag', ${loserId}, ${winnerId}, to_jsonb(tag) from tag where id = ${loserId}`.execute(db)
  const merge = { id, ...pair }
  for (const rows of paired) await movePairs(db, merge, rows)
  await passRows(db, merge, former)
  await sql`insert into merge_row (merge_id, "table", lost)
    select ${id}, 'recommendation.tags', jsonb_build_object('id', id, 'tag_ids', tag_ids)
    from recommendation where tag_ids @> array[${loserId}::uuid]`.execute(db)
  await sql`update recommendation set tag_ids = ${united(merge, sql`tag_ids`)} where tag_ids @> array[${loserId}::uuid]`.execute(
    db,
  )
  await db.deleteFrom('tag').where('id', '=', loserId).execute()
  await standInFor(db, 'tag', [loser], winnerId)
  await renameInSearch(db, loser, winner)
  await settleTags(db, merge)
  return { id: winnerId, auditId: id }
}

/** Makes two tags again of one; what has been tagged since keeps the tag it was given. */
export async function partTags(db: Db, editorId: string, merge: Merge) {
  const { id, loserId, winnerId } = merge
  if ((await lockTags(db, [winnerId])).size === 0) fail('conflict', '留下的那个标签后来也被合并或移走了，先撤销那一次')
  try {
    await restoreRow(db, 'tag', sql`(select loser from merge where id = ${id})`)
  } catch (error) {
    if (!isViolationOf(error, 'tag_name_key')) throw error
    fail('conflict', '现在已经有一个标签叫这个名字，先给它改名')
  }
  for (const rows of paired) await returnPairs(db, merge, rows)
  await returnRows(db, merge, former)
  await sql`
    update recommendation set tag_ids = own.tag_ids from merge_row, jsonb_populate_record(null::recommendation, lost) own
    where merge_id = ${id} and "table" = 'recommendation.tags' and recommendation.id = own.id
      and recommendation.tag_ids = ${united(merge, sql`own.tag_ids`)}`.execute(db)
  const loser = (await lockTags(db, [loserId])).get(loserId) ?? ''
  await takeBackStandIns(db, 'tag', [loser])
  await removeAlias(db, loser)
  await sql`update merge set undone_at = now() where id = ${id}`.execute(db)
  const detail = { loserId, undoes: id }
  const auditId = await writeAudit(db, {
    actorId: editorId,
    action: 'tag.part',
    targetType: 'tag',
    targetId: loserId,
    detail,
  })
  await settleTags(db, merge)
  return { id: loserId, auditId }
}

/** A list of tags in which the winner stands for the loser, once. */
function united({ loserId, winnerId }: Merge, tagIds: ReturnType<typeof sql>) {
  return sql`array(select distinct unnest(array_replace(${tagIds}, ${loserId}::uuid, ${winnerId}::uuid)) order by 1)`
}

async function lockTags(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('tag')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function settleTags(db: Db, { id, loserId, winnerId }: Merge) {
  await recountTags(db, [loserId, winnerId])
  const { rows } = await sql<{ bookId: string }>`
    select distinct lost ->> 'book_id' as book_id from merge_row where merge_id = ${id} and "table" = 'book_tag'`.execute(
    db,
  )
  const videos = await sql<{ videoId: string }>`
    select distinct lost ->> 'video_id' as video_id from merge_row where merge_id = ${id} and "table" = 'video_tag'`.execute(
    db,
  )
  const videoIds = videos.rows.map(({ videoId }) => videoId)
  await pinVideos(db, videoIds)
  await settleBooks(
    db,
    rows.map(({ bookId }) => ({ id: bookId, tags: new Map(), places: [] })),
  )
  await showVideosAnew(db, videoIds)
}
