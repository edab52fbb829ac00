import { topic } from '#server/cache/topics.ts'
import { sql } from 'kysely'
import { forgetAttempts } from '#server/account/throttle/attempts.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { failLostSession } from '#server/call/require-user.ts'
import { invalidate } from '#server/cache/changes.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { Db } from '#server/db/schema.ts'
import { requireAnotherAdmin, lockAdmins } from '#server/account/member/admin-lock.ts'
import { userDataTables } from '#server/account/user/user-tables.ts'
import { withdrawReactions } from '#server/account/user/withdraw-reactions.ts'

/** What a deleted account is called wherever something of it stays. */
const goneName = '已注销用户'

/**
 * Deletes an account in one transaction. What others answered stays, under a name that is nobody’s; all else goes, and what
 * it counted for is counted right. The last admin stays. Returns the keys of pictures nobody shows any more.
 */
export async function deleteAccount(db: Db, id: string): Promise<(string | null)[]> {
  return inTransaction(db, async (db) => {
    await lockAdmins(db)
    const user = await db
      .selectFrom('user')
      .select(['email', 'phoneNumber', 'roles', 'avatarKey'])
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (user === undefined) return failLostSession()
    if (user.roles.includes('admin')) await requireAnotherAdmin(db, id)
    await withdrawReactions(db, id)
    await hideHeldComments(db, id)
    const bookIds = await listRecommendedBooks(db, id)
    const pictures = [user.avatarKey, ...(await listOwnCovers(db, id))]
    for (const { table, column, leaving } of userDataTables) {
      if (leaving === 'kept' || leaving === 'counted') continue
      const which = leaving === 'gone' ? sql`true` : sql.raw(leaving.goneWhere)
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id} and ${which}`.execute(db)
    }
    await forgetAccounts(db, [user.email, user.phoneNumber, `totp:${id}`, `password:${id}`])
    await anonymise(db, id)
    await writeAudit(db, { actorId: id, action: 'user.leave', targetType: 'user', targetId: id })
    await invalidate(db, topic.user(id), ...bookIds.map((bookId) => topic.book(bookId)))
    return pictures
  })
}

/** Covers he brought that no book has taken over. */
async function listOwnCovers(db: Db, userId: string): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('recommendation')
    .select('cover')
    .where('userId', '=', userId)
    .where('cover', 'not in', db.selectFrom('book').select('cover').where('cover', 'is not', null))
    .execute()
  return rows.map(({ cover }) => cover)
}

/** What was held was never seen by anybody. */
async function hideHeldComments(db: Db, userId: string) {
  await db
    .updateTable('comment')
    .set({ state: 'deleted', content: '' })
    .where('userId', '=', userId)
    .where('state', '=', 'held')
    .execute()
}

/** On whose pages he is named. */
async function listRecommendedBooks(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('recommendation').select('bookId').where('userId', '=', userId).execute()
  return rows.flatMap(({ bookId }) => bookId ?? [])
}

async function forgetAccounts(db: Db, accounts: (string | null)[]) {
  const known = accounts.filter((account) => account !== null)
  await db.deleteFrom('verificationCode').where('account', 'in', known).execute()
  await db.deleteFrom('ticket').where('account', 'in', known).execute()
  await forgetAttempts(db, known)
}

async function anonymise(db: Db, id: string) {
  await db
    .updateTable('user')
    .set({
      name: goneName,
      email: null,
      phoneNumber: null,
      passwordHash: null,
      avatarKey: '',
      bio: '',
      roles: [],
      suspendedAt: null,
      suspendReason: null,
      isPublic: false,
      deletedAt: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}
