import { fail } from '#shared/api/failure.ts'
import type { user } from '#shared/api/user.ts'
import { logIn } from '#server/auth/log-in.ts'
import { spendCode } from '#server/auth/verification-code.ts'
import type { NounHandlers } from '#server/http/handlers.ts'
import { createUser, hashChosenPassword } from './create-user.ts'
import { findUser } from './user-queries.ts'

export const userHandlers: NounHandlers<typeof user> = {
  async create({ account, code, password, name }, context) {
    const { db } = context
    const passwordHash = password === undefined ? null : await hashChosenPassword(password)
    await spendCode(db, account, 'register', code)
    const id = await createUser(db, { email: account, name, passwordHash })
    return logIn(
      db,
      id ?? fail('conflict', '这个邮箱已经注册过，请直接登录', { fields: { account: '已经注册过' } }),
      context,
    )
  },

  async show(_, { db, user }) {
    return (user && (await findUser(db, user.id))) ?? fail('unauthorized', '请先登录')
  },
}
