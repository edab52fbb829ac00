import { fail } from '#shared/api/failure.ts'
import { requirePassword } from '#server/account/login/confirm-user.ts'
import { consumeTicket, verifyTicket } from '#server/account/code/ticket.ts'
import type { SignedIn } from '#server/http/call/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { hashNewPassword, requireUncommonPassword } from '#server/account/user/create-user.ts'
import { setPassword } from '#server/account/session/set-password.ts'

interface PasswordChange {
  oldPassword?: string | undefined
  ticket?: string | undefined
  password: string
}

/**
 * Changes the password of a user, who confirms with the old password or with a ticket, which proves that they have just
 * verified a code sent to their own email address or phone number. The session with the token `token` stays, all others
 * end. The old password or the ticket is verified before the new password is hashed, because hashing is expensive.
 * Fails as `invalid` with the name of the wrong field.
 */
export async function changePassword(db: Db, user: SignedIn, token: string | null, change: PasswordChange) {
  const { oldPassword, ticket, password } = change
  requireUncommonPassword(password)
  if (ticket === undefined) await requireOldPassword(db, user, oldPassword)
  else await requireMyAccount(db, user.id, await verifyTicket(db, ticket, 'reset'))
  const passwordHash = await hashNewPassword(password, user.id)
  await db.transaction().execute(async (db) => {
    if (ticket !== undefined) await requireMyAccount(db, user.id, await consumeTicket(db, ticket, 'reset'))
    await setPassword(db, user.id, passwordHash, token)
  })
}

async function requireOldPassword(db: Db, user: SignedIn, oldPassword: string | undefined) {
  const { passwordHash } = await readLogin(db, user.id)
  if (passwordHash === null) failField('ticket', '你还没有密码，请先用验证码确认是你本人')
  if (oldPassword === undefined) failField('oldPassword', '请填写现在的密码')
  await requirePassword(db, user, passwordHash, oldPassword, () =>
    failField('oldPassword', '现在的密码不对；忘了的话，可以用验证码确认'),
  )
}

async function requireMyAccount(db: Db, userId: string, account: string) {
  const { email, phoneNumber } = await readLogin(db, userId)
  if (account !== email && account !== phoneNumber) failField('ticket', '这个验证码不是发给你的账号的，请重新获取')
}

function readLogin(db: Db, userId: string) {
  return db
    .selectFrom('user')
    .select(['passwordHash', 'email', 'phoneNumber'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

function failField(field: string, problem: string): never {
  fail('invalid', problem, { fields: { [field]: problem } })
}
