import { fail } from '#shared/api/failure.ts'
import { demandPassword } from '#server/auth/demand-self.ts'
import { spendTicket } from '#server/auth/ticket.ts'
import type { Db } from '#server/db/schema.ts'
import { hashChosenPassword } from './create-user.ts'
import { setPassword } from './set-password.ts'

interface PasswordChange {
  oldPassword?: string | undefined
  ticket?: string | undefined
  password: string
}

/** Sets another password for somebody who knows the old one, or holds a ticket for his own account; the session of the token stays. */
export async function changePassword(db: Db, userId: string, token: string | null, change: PasswordChange) {
  const { oldPassword, ticket, password } = change
  if (ticket === undefined) await demandOldPassword(db, userId, oldPassword)
  const passwordHash = await hashChosenPassword(password)
  await db.transaction().execute(async (db) => {
    if (ticket !== undefined) await demandOwn(db, userId, await spendTicket(db, ticket, 'reset'))
    await setPassword(db, userId, passwordHash, token)
  })
}

async function demandOldPassword(db: Db, userId: string, oldPassword: string | undefined) {
  const { passwordHash } = await readLogin(db, userId)
  if (passwordHash === null) wrong('ticket', '你还没有密码，请先用验证码确认是你本人')
  if (oldPassword === undefined) wrong('oldPassword', '请填写现在的密码')
  await demandPassword(db, userId, passwordHash, oldPassword, () =>
    wrong('oldPassword', '现在的密码不对；忘了的话，可以用验证码确认'),
  )
}

async function demandOwn(db: Db, userId: string, account: string) {
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
