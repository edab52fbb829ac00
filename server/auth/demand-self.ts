import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/db/schema.ts'
import { isPassword } from '#server/user/password.ts'
import { findOwnLogin } from '#server/user/user-queries.ts'
import { forgetTries, takeTry } from './login-failure.ts'
import { spendCode } from './verification-code.ts'

/** Fails unless the password, or a code sent for `confirm`, is the user's. */
export async function demandSelf(
  db: Db,
  id: string,
  { password, code }: { password?: string | undefined; code?: string | undefined },
) {
  const { account, passwordHash } = (await findOwnLogin(db, id)) ?? fail('unauthorized', '请先登录')
  if (code !== undefined) await spendCode(db, account, 'confirm', code)
  else if (password !== undefined) await demandPassword(db, account, passwordHash, password)
  else fail('invalid', '请填写密码或验证码', { fields: { password: '请填写密码', code: '请填写验证码' } })
}

/** Whoever found a token lying about does not know the password, and may not guess it faster than at the login. */
export async function demandPassword(db: Db, account: string, hash: string | null, password = '') {
  const wait = await takeTry(db, account)
  if (wait !== undefined) fail('tooMany', `密码错得太多了，请 ${Math.ceil(wait / 60)} 分钟后再试`, { retryAfter: wait })
  if (!(await isPassword(password, hash))) fail('invalid', '密码不对', { fields: { password: '密码不对，请核对' } })
  await forgetTries(db, account)
}
