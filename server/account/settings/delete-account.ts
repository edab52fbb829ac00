import { sql } from 'kysely'
import { deleteAttempts } from '#server/account/throttle/attempts.ts'
import { writeAudit } from '#server/account/audit/write-audit.ts'
import { failLostSession } from '#server/http/call/require-user.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { requireAnotherAdmin, lockAdmins } from '#server/account/member/admin-lock.ts'
import { deleteUserRows } from '#server/account/user/delete-user-rows.ts'
import { invalidateUser } from '#server/account/user/invalidate-user.ts'

/** The name that replaces the author's name on content that stays after an account was deleted. */
const deletedUserName = '已注销用户'

/**
 * Deletes an account. Content that other users have seen is retained under an anonymous name; all other data of the
 * user is deleted. Returns the storage keys of pictures that are no longer used. Fails as `conflict` for the last
 * admin.
 *
 * A first transaction marks the account as deleted. It waits for the transactions that are writing something of the
 * user, and the database refuses all later ones. A second transaction deletes the rows, so that the locks on books
 * which it needs are never waited for while the lock on the user is held. Housekeeping repeats the second one if the
 * process is killed between the two.
 */
export async function deleteAccount(db: Db, id: string): Promise<(string | null)[]> {
  const { avatarKey, accounts } = await inTransaction(db, (db) => markDeleted(db, id))
  const covers = await listUnusedCovers(db, id)
  await inTransaction(db, async (db) => {
    await deleteUserRows(db, id)
    await deleteCodesAndAttempts(db, [...accounts, `totp:${id}`, `password:${id}`])
  })
  return [avatarKey, ...covers]
}

/** Ends an account and empties its row, so that nobody can log in and pages show the anonymous name. */
async function markDeleted(db: Db, id: string) {
  await lockAdmins(db)
  const user = await db
    .selectFrom('user')
    .select(['email', 'phoneNumber', 'roles', 'avatarKey'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (user === undefined) return failLostSession()
  if (user.roles.includes('admin')) await requireAnotherAdmin(db, id)
  await writeAudit(db, { actorId: id, action: 'user.leave', targetType: 'user', targetId: id })
  await anonymise(db, id)
  await invalidateUser(db, id)
  const accounts = [user.email, user.phoneNumber].filter((account) => account !== null)
  return { avatarKey: user.avatarKey, accounts }
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

async function deleteCodesAndAttempts(db: Db, accounts: string[]) {
  await db.deleteFrom('verificationCode').where('account', 'in', accounts).execute()
  await db.deleteFrom('ticket').where('account', 'in', accounts).execute()
  await deleteAttempts(db, accounts)
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
