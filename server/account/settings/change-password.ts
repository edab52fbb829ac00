import { fail } from '#shared/api/failure.ts'
import { requirePassword } from '#server/account/login/confirm-user.ts'
import { consumeTicket, verifyTicket } from '#server/account/code/ticket.ts'
import type { SignedIn } from '#server/call/context.ts'
import type { Db } from '#server/db/schema.ts'
import { hashNewPassword, requireUncommonPassword } from '#server/account/user/create-user.ts'
import { setPassword } from '#server/account/session/set-password.ts'

interface PasswordChange {
  oldPassword?: string | undefined
  ticket?: string | undefined
  password: string
}

/**
 * Changes the password of a user who confirms with the old one or with a ticket for the user's own account. The session of the
 * token stays, all others end. Old password and ticket are looked at before the new password is hashed.
 */
export async function changePassword(db: Db, user: SignedIn, token: string | null, change: PasswordChange) {
  const { oldPassword, ticket, password } = change
  requireUncommonPassword(password)
  if (ticket === undefined) await requireOldPassword(db, user, oldPassword)
  else await requireOwn(db, user.id, await verifyTicket(db, ticket, 'reset'))
  const passwordHash = await hashNewPassword(password, user.id)
  await db.transaction().execute(async (db) => {
    if (ticket !== undefined) await requireOwn(db, user.id, await consumeTicket(db, ticket, 'reset'))
    await setPassword(db, user.id, passwordHash, token)
  })
}

async function requireOldPassword(db: Db, user: SignedIn, oldPassword: string | undefined) {
  const { passwordHash } = await readLogin(db, user.id)
  if (passwordHash === null) wrong('ticket', '你还没有密码，请先用验证码确认是你本人')
  if (oldPassword === undefined) wrong('oldPassword', '请填写现在的密码')
  await requirePassword(db, user, passwordHash, oldPassword, () =>
    wrong('oldPassword', '现在的密码不对；忘了的话，可以用验证码确认'),
  )
}

async function requireOwn(db: Db, userId: string, account: string) {
  const { email, phoneNumber } = await readLogin(db, userId)
  if (account !== email && account !== phoneNumber) wrong('ticket', '这个验证码不是发给你的账号的，请重新获取')
}

function readLogin(db: Db, userId: string) {
  return db
    .selectFrom('user')
    .select(['passwordHash', 'email', 'phoneNumber'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

function wrong(field: string, problem: string): never {
  fail('invalid', problem, { fields: { [field]: problem } })
}
