import { fail } from '#shared/api/failure.ts'
import type { ownData } from '#shared/api/own-data.ts'
import { demandUser } from '#server/auth/demand-user.ts'
import { forgetTries, takeTry } from '#server/auth/login-failure.ts'
import { spendCode } from '#server/auth/verification-code.ts'
import type { Db } from '#server/db/schema.ts'
import type { NounHandlers } from '#server/http/handlers.ts'
import { deletePicture } from '#server/storage/accept-picture.ts'
import { deleteAccount } from './delete-account.ts'
import { collectOwnData } from './collect-own-data.ts'
import { isPassword } from './password.ts'
import { findOwnLogin } from './user-queries.ts'

export const ownDataHandlers: NounHandlers<typeof ownData> = {
  data: (_, context) => collectOwnData(context.db, demandUser(context).id),

  async remove({ code, password }, context) {
    const { db, storage } = context
    const { id } = demandUser(context)
    const { account, passwordHash } = (await findOwnLogin(db, id)) ?? fail('unauthorized', '请先登录')
    if (passwordHash !== null) await demandPassword(db, account, passwordHash, password)
    await spendCode(db, account, 'delete', code)
    for (const picture of await deleteAccount(db, id)) await deletePicture(storage, picture)
    return null
  },
}

/** Whoever found a token lying about does not know the password, and may not guess it faster than at the login. */
async function demandPassword(db: Db, account: string, hash: string, password = '') {
  const wait = await takeTry(db, account)
  if (wait !== undefined) fail('tooMany', `密码错得太多了，请 ${Math.ceil(wait / 60)} 分钟后再试`, { retryAfter: wait })
  if (!(await isPassword(password, hash))) fail('invalid', '密码不对', { fields: { password: '密码不对，请核对' } })
  await forgetTries(db, account)
}
