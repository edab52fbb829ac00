import { topic } from '#server/cache/topics.ts'
import { sql } from 'kysely'
import { deleteAttempts } from '#server/account/throttle/attempts.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { failLostSession } from '#server/call/require-user.ts'
import { invalidate } from '#server/cache/changes.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { Db } from '#server/db/schema.ts'
import { requireAnotherAdmin, lockAdmins } from '#server/account/member/admin-lock.ts'
import { userDataTables } from '#server/account/user/user-tables.ts'
import { withdrawReactions } from '#server/account/user/withdraw-reactions.ts'

/** The name that replaces the author's name on content that stays after an account was deleted. */
const deletedUserName = '已注销用户'

/**
 * Deletes an account in one transaction. Content that other users have answered is retained under an anonymous name;
 * all other data of the user is deleted, and the counts of comments and reactions are corrected. Returns the storage
 * keys of pictures that are no longer used. Fails as `conflict` for the last admin. The transaction may be retried.
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
    const pictures = [user.avatarKey, ...(await listUnusedCovers(db, id))]
    for (const { table, column, onDelete } of userDataTables) {
      if (onDelete === 'retain' || onDelete === 'withdraw') continue
      const condition = onDelete === 'delete' ? sql`true` : sql.raw(onDelete.deleteWhere)
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id} and ${condition}`.execute(db)
    }
    await deleteCodesAndAttempts(db, [user.email, user.phoneNumber, `totp:${id}`, `password:${id}`])
    await anonymise(db, id)
    await writeAudit(db, { actorId: id, action: 'user.leave', targetType: 'user', targetId: id })
    await invalidate(db, topic.user(id), ...bookIds.map((bookId) => topic.book(bookId)))
    return pictures
  })
}

/** Returns the storage keys of cover pictures that the user uploaded with recommendations and that no book uses. */
async function listUnusedCovers(db: Db, userId: string): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('recommendation')
    .select('cover')
    .where('userId', '=', userId)
    .where('cover', 'not in', db.selectFrom('book').select('cover').where('cover', 'is not', null))
    .execute()
  return rows.map(({ cover }) => cover)
}

/** Empties and hides the user's comments that wait for moderation, which nobody else has seen. */
async function hideHeldComments(db: Db, userId: string) {
  await db
    .updateTable('comment')
    .set({ state: 'deleted', content: '' })
    .where('userId', '=', userId)
    .where('state', '=', 'held')
    .execute()
}

/** Returns the ids of the books whose pages name the user as the recommender. */
async function listRecommendedBooks(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('recommendation').select('bookId').where('userId', '=', userId).execute()
  return rows.flatMap(({ bookId }) => bookId ?? [])
}

async function deleteCodesAndAttempts(db: Db, accounts: (string | null)[]) {
  const known = accounts.filter((account) => account !== null)
  await db.deleteFrom('verificationCode').where('account', 'in', known).execute()
  await db.deleteFrom('ticket').where('account', 'in', known).execute()
  await deleteAttempts(db, known)
}

async function anonymise(db: Db, id: string) {
  await db
    .updateTable('user')
    .set({
      name: deletedUserName,
      email: null,
      phoneNumber: null,
      passwordHash: null,
      avatarKey: '',
      bio: '',
      roles: [],
      suspendedAt: null,
      suspendReason: null,
      isPublic: false,
      mapIsPublic: false,
      publicYears: [],
      deletedAt: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}
