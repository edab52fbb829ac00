import { type AccountKind, accountKindOf } from '#shared/api/account/account.ts'
import { fail } from '#shared/api/failure.ts'
import { consumeTicket } from '#server/account/code/ticket.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { accountColumn } from '#server/account/user/user-queries.ts'

const names: Record<AccountKind, string> = { email: '邮箱', phone: '手机号' }

/**
 * Consumes a ticket, which proves that the user can read codes sent to an email address or phone number, and sets this
 * as the user's own, in place of the former one. Fails as `conflict` when it belongs to another user.
 */
export async function bindAccount(db: Db, userId: string, ticket: string) {
  await db
    .transaction()
    .execute(async (db) => {
      const account = await consumeTicket(db, ticket, 'bind')
      await db
        .updateTable('user')
        .set({ [accountColumn(account)]: account })
        .where('id', '=', userId)
        .execute()
    })
    .catch((error: unknown) => {
      // Only callers who received a code at this email address or phone number learn that it belongs to another user.
      if (isTaken(error)) fail('conflict', '它已经是另一个账号的登录方式了；请先在那个账号里解绑，或换一个')
      throw error
    })
}

/**
 * Removes the user's email address or phone number. Fails as `conflict` when the user has no other way to log in.
 * Returns the user's former email address, and whether anything was removed.
 */
export async function unbindAccount(db: Db, userId: string, kind: AccountKind) {
  return db.transaction().execute(async (db) => {
    const { email, phoneNumber } = await db
      .selectFrom('user')
      .select(['email', 'phoneNumber'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const [own, another] = kind === 'email' ? [names.email, names.phone] : [names.phone, names.email]
    if ((kind === 'email' ? phoneNumber : email) === null)
      fail('conflict', `${own}是你唯一的登录方式，请先绑定${another}`)
    const column = kind === 'email' ? 'email' : 'phoneNumber'
    await db
      .updateTable('user')
      .set({ [column]: null })
      .where('id', '=', userId)
      .execute()
    return { email, wasBound: (kind === 'email' ? email : phoneNumber) !== null }
  })
}

export function kindName(account: string) {
  return names[accountKindOf(account)]
}

function isTaken(error: unknown) {
  return (error as { code?: unknown } | null)?.code === '23505'
}
