import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Db } from '#server/db/schema.ts'
import { isViolationOf } from '#server/db/violation.ts'
import { type Merge, movePairs, type PairedRows, returnPairs } from '#server/editing/move-rows.ts'
import { passRows, type PassedRows, restoreRow, returnRows } from '#server/editing/pass-rows.ts'
import { renameInSearch } from '#server/editing/rename-in-search.ts'
import { standInFor, takeBackStandIns } from '#server/editing/stand-ins.ts'
import { pinBooks } from '#server/map/pin-marks.ts'
import { removeAlias } from '#server/search/alias-queries.ts'
import { listBooksAt, settlePlace } from './edit-place.ts'

const atPlaces: PairedRows = { table: 'book_place', column: 'place_id', same: ['book_id', 'kind'] }
const passed: PassedRows[] = [
  { table: 'tour_stop', column: 'place_id', key: ['tour_id', 'position'] },
  { table: 'stand_in', column: 'target_id', key: ['noun', 'former'] },
]

/** Makes one place of two: what was at either is at the winner, where that lies. */
export async function mergePlaces(db: Db, editorId: string, pair: { loserId: string; winnerId: string }) {
  const { loserId, winnerId } = pair
  if (loserId === winnerId) fail('invalid', '这是同一处地方，请选另一处')
  const names = await lockPlaces(db, [loserId, winnerId])
  const [loser, winner] = [names.get(loserId), names.get(winnerId)]
  if (loser === undefined || winner === undefined) return fail('missing', '没有这个地方，它可能已被合并或移走')
  const { rows } = await sql`select from video_place where place_id = ${loserId} limit 1`.execute(db)
  if (rows.length > 0) fail('conflict', `「${loser}」还有视频，先把视频移到「${winner}」`)
  const detail = { loserId, loser, winner }
  const id = await writeAudit(db, {
    actorId: editorId,
    action: 'place.merge',
    targetType: 'place',
    targetId: winnerId,
    detail,
  })
  await sql`insert into merge (id, noun, loser_id, winner_id, loser)
    select ${id}, 'place', ${loserId}, ${winnerId}, to_jsonb(place) from place where id = ${loserId}`.execute(db)
  const merge = { id, ...pair }
  const bookIds = await listBooksAt(db, [loserId])
  await movePairs(db, merge, atPlaces)
  for (const rows of passed) await passRows(db, merge, rows)
  // Marks refer to their places.
  await pinBooks(db, bookIds)
  await db.deleteFrom('place').where('id', '=', loserId).execute()
  await standInFor(db, 'place', [loser], winnerId)
  await renameInSearch(db, loser, winner)
  await settlePlace(db, bookIds)
  return { id: winnerId, auditId: id }
}

/** Makes two places again of one. */
export async function partPlaces(db: Db, editorId: string, merge: Merge) {
  const { id, loserId, winnerId } = merge
  if ((await lockPlaces(db, [winnerId])).size === 0) fail('conflict', '留下的那一处后来也被合并或移走了，先撤销那一次')
  try {
    await restoreRow(db, 'place', sql`(select loser from merge where id = ${id})`)
  } catch (error) {
    if (!isViolationOf(error, 'place_name_key')) throw error
    fail('conflict', '现在已经有一个地方叫这个名字，先给它改名')
  }
  await returnPairs(db, merge, atPlaces)
  for (const rows of passed) await returnRows(db, merge, rows)
  const loser = (await lockPlaces(db, [loserId])).get(loserId) ?? ''
  await takeBackStandIns(db, 'place', [loser])
  await removeAlias(db, loser)
  await sql`update merge set undone_at = now() where id = ${id}`.execute(db)
  const detail = { loserId, undoes: id }
  const auditId = await writeAudit(db, {
    actorId: editorId,
    action: 'place.part',
    targetType: 'place',
    targetId: loserId,
    detail,
  })
  await settlePlace(db, await listBooksAt(db, [loserId, winnerId]))
  return { id: loserId, auditId }
}

async function lockPlaces(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('place')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
