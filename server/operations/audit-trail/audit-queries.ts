import { type SelectQueryBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { countRows } from '#server/platform/db/count-rows.ts'
import { decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'

interface AuditFilter {
  actorId?: string | undefined
  targetId?: string | undefined
  action?: string | undefined
}

/** Returns one page of entries of the audit log, newest first. Their ids are UUIDv7, so they sort by time. */
export async function listAudit(db: Db, filter: AuditFilter, limit: number, cursor: string | undefined) {
  let query = filtered(db.selectFrom('audit'), filter)
    .leftJoin('user as actor', 'actor.id', 'audit.actorId')
    .select(['audit.id', 'audit.action', 'audit.targetType', 'audit.targetId', 'audit.detail', 'audit.createTime'])
    .select('audit.undoneAt')
    .select(['actor.id as actorId', 'actor.name as actorName', targetName.as('targetName')])
    .orderBy('audit.id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) query = query.where('audit.id', '<', decodeCursor(cursor, z.tuple([z.uuid()]))[0])
  const rows = await query.execute()
  const list = rows.slice(0, limit).map(({ actorId, actorName, createTime, undoneAt, ...row }) => ({
    ...row,
    actor: actorId === null ? null : { id: actorId, name: actorName ?? '' },
    createTime: createTime.toISOString(),
    isUndone: undoneAt !== null,
  }))
  const last = rows.length > limit ? list.at(-1) : undefined
  return { list, nextCursor: last ? encodeCursor([last.id]) : null }
}

export function countAudit(db: Db, filter: AuditFilter): Promise<number> {
  return countRows(db, sql`${filtered(db.selectFrom('audit').select('audit.id'), filter)}`)
}

/**
 * SQL expression for the current name of the object that an audit entry is about, such as a book's title; null if such
 * objects have no name.
 */
const targetName = sql<string | null>`case target_type
  when 'user' then (select u.name from "user" u where u.id = audit.target_id)
  when 'edition' then (select b.title from book b where b.id = audit.target_id)
  when 'book' then (select b.title from book b where b.id = audit.target_id)
  when 'relation' then (select '《' || b.title || '》' from book b where b.id = audit.target_id)
  when 'video' then (select v.title from video v where v.id = audit.target_id)
  when 'tag' then (select t.name from tag t where t.id = audit.target_id)
  when 'place' then (select p.name from place p where p.id = audit.target_id)
  when 'person' then (select h.name from person h where h.id = audit.target_id)
  when 'recommendation' then (select '《' || r.title || '》' from recommendation r where r.id = audit.target_id)
  when 'comment' then (select '「' || left(nullif(c.content, ''), 20) || '」' from comment c where c.id = audit.target_id)
  when 'tour' then (select r.title from tour r where r.id = audit.target_id)
end`

function filtered<O>(query: SelectQueryBuilder<Database, 'audit', O>, { actorId, targetId, action }: AuditFilter) {
  return query
    .$if(actorId !== undefined, (qb) => qb.where('audit.actorId', '=', actorId ?? ''))
    .$if(targetId !== undefined, (qb) => qb.where('audit.targetId', '=', targetId ?? ''))
    .$if(action !== undefined, (qb) => qb.where('audit.action', '=', action ?? ''))
}
