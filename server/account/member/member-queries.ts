import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Member, MemberState } from '#shared/api/account/member.ts'
import { isId } from '#shared/id.ts'
import { containsText } from '#server/platform/db/contains-text.ts'
import { countRows } from '#server/platform/db/count-rows.ts'
import { decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'

interface MemberFilter {
  query?: string | undefined
  state?: MemberState | undefined
}

/**
 * Returns one page of users with the fields that admins see, newest first. Ids are UUIDv7, so they sort by creation
 * time.
 */
export async function listMembers(db: Db, filter: MemberFilter, limit: number, cursor: string | undefined) {
  let query = filtered(db.selectFrom('user'), filter)
    .select(memberColumns)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) query = query.where('id', '<', decodeCursor(cursor, z.tuple([z.uuid()]))[0])
  const rows = await query.execute()
  const list = rows.slice(0, limit).map(toMember)
  const last = rows.length > limit ? list.at(-1) : undefined
  return { list, nextCursor: last ? encodeCursor([last.id]) : null }
}

export function countMembers(db: Db, filter: MemberFilter): Promise<number> {
  return countRows(db, sql`${filtered(db.selectFrom('user').select('id'), filter)}`)
}

export async function findMember(db: Db, id: string): Promise<Member | undefined> {
  const row = await db.selectFrom('user').select(memberColumns).where('id', '=', id).executeTakeFirst()
  return row && toMember(row)
}

function filtered<O>(query: SelectQueryBuilder<Database, 'user', O>, { query: typed = '', state }: MemberFilter) {
  return query
    .$if(isId(typed), (qb) => qb.where('id', '=', typed))
    .$if(typed !== '' && !isId(typed), (qb) => qb.where(containsText(searchedFacts, typed)))
    .$if(state === 'suspended', (qb) => qb.where('suspendedAt', 'is not', null))
    .$if(state === 'deleted', (qb) => qb.where('deletedAt', 'is not', null))
    .$if(state === 'editor' || state === 'admin', (qb) =>
      qb.where(sql<boolean>`roles <> '{}' and ${state} = any(roles)`),
    )
}

/**
 * An SQL expression that joins the name, email address and phone number of a user to one text. The database has an
 * index of this text, so that a search for a part of it is fast.
 */
const searchedFacts = sql`searched_facts(name, email, phone_number)`

function memberColumns(eb: ExpressionBuilder<Database, 'user'>) {
  return [
    'id' as const,
    'name' as const,
    'email' as const,
    'phoneNumber' as const,
    'roles' as const,
    'createdAt' as const,
    'suspendedAt' as const,
    'suspendReason' as const,
    'deletedAt' as const,
    eb
      .selectFrom('session')
      .whereRef('session.userId', '=', 'user.id')
      .select((of) => of.fn.max('session.lastUsedAt').as('at'))
      .as('lastSeenAt'),
    eb
      .exists(
        eb
          .selectFrom('totp')
          .whereRef('totp.userId', '=', 'user.id')
          .where('confirmedAt', 'is not', null)
          .select('userId'),
      )
      .as('hasTotp'),
  ] as const
}

type MemberTimes = 'createdAt' | 'lastSeenAt' | 'suspendedAt' | 'deletedAt'
type MemberRow = Omit<Member, MemberTimes | 'hasTotp'> & { [Time in MemberTimes]: Date | null } & { hasTotp: unknown }

function toMember({ createdAt, lastSeenAt, suspendedAt, deletedAt, hasTotp, ...row }: MemberRow): Member {
  const iso = (time: Date | null) => time && time.toISOString()
  return {
    ...row,
    createdAt: createdAt?.toISOString() ?? '',
    lastSeenAt: iso(lastSeenAt),
    hasTotp: hasTotp === true,
    suspendedAt: iso(suspendedAt),
    deletedAt: iso(deletedAt),
  }
}
