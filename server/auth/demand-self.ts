import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/db/schema.ts'
import { spendSecondCode } from '#server/totp/second-step.ts'
import { findTotp } from '#server/totp/totp-queries.ts'
import { isPassword } from '#server/user/password.ts'
import { findOwnLogin } from '#server/user/user-queries.ts'
import { failLostSession } from './demand-user.ts'
import { forgetTries, takeTry } from './login-failure.ts'
import { spendCode } from './verification-code.ts'

interface Shown {
  password?: string | undefined
  code?: string | undefined
  secondCode?: string | undefined
}

/** Fails unless what is shown is the user's: a code of his authenticator where he has one, else his password or a code sent for `confirm`. */
export async function demandSelf(db: Db, id: string, { password, code, secondCode }: Shown) {
  const { account, passwordHash } = (await findOwnLogin(db, id)) ?? failLostSession()
  if ((await findTotp(db, id))?.confirmedAt) {
    const asked = '这个账号开着两步验证，请填验证器上的 6 位数字'
    await spendSecondCode(db, id, secondCode ?? fail('invalid', asked, { fields: { secondCode: asked } }))
  } else if (code !== undefined) await spendCode(db, account, 'confirm', code)
  else if (password !== undefined) await demandPassword(db, id, passwordHash, password)
  else fail('invalid', '请填写密码或验证码', { fields: { password: '请填写密码', code: '请填写验证码' } })
}

/**
 * Whoever found a token lying about does not know the password, and may not guess it fast. Counted apart from logins: a stranger
 * who guesses there keeps nobody from this. `wrong` says so in the words of the form.
 */
export async function demandPassword(db: Db, userId: string, hash: string | null, password = '', wrong = failPassword) {
  const name = `password of ${userId}`
  const wait = await takeTry(db, name)
  if (wait !== undefined)
    fail('tooMany', `密码错得太多了，请 ${Math.ceil(wait / 60)} 分钟后再试，或用验证码确认`, { retryAfter: wait })
  if (!(await isPassword(password, hash))) wrong()
  await forgetTries(db, name)
}

function failPassword(): never {
  fail('invalid', '密码不对', { fields: { password: '密码不对，请核对' } })
}
