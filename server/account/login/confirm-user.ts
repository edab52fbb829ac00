import { fail } from '#shared/api/failure.ts'
import type { Context, SignedIn } from '#server/http/call/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { verifySecondCode } from '#server/account/totp/second-step.ts'
import { findTotp } from '#server/account/totp/totp-queries.ts'
import { isPassword } from '#server/account/user/password.ts'
import { findMyLogin } from '#server/account/user/user-queries.ts'
import { guardAttempts } from '#server/account/throttle/attempts.ts'
import { requireUser, failLostSession } from '#server/http/call/require-user.ts'
import { consumeCode, verifyCode } from '#server/account/code/verification-code.ts'

interface Confirmation {
  password?: string | undefined
  code?: string | undefined
  secondCode?: string | undefined
}

/**
 * Fails unless the signed-in user has confirmed their identity: with a code of their authenticator if they have one,
 * otherwise with their password or with a code sent for the purpose `confirm`.
 */
export async function requireConfirmation(context: Context, { password, code, secondCode }: Confirmation) {
  const { db } = context
  const user = requireUser(context)
  const { account, passwordHash } = (await findMyLogin(db, user.id)) ?? failLostSession()
  if ((await findTotp(db, user.id))?.confirmedAt) {
    const message = '这个账号开着两步验证，请填验证器上的 6 位数字'
    await verifySecondCode(
      db,
      user.id,
      user.sessionId,
      secondCode ?? fail('invalid', message, { fields: { secondCode: message } }),
    )
  } else if (code !== undefined) await consumeCode(db, await verifyCode(context, { account, purpose: 'confirm', code }))
  else if (password !== undefined) await requirePassword(db, user, passwordHash, password)
  else fail('invalid', '请填写密码或验证码', { fields: { password: '请填写密码', code: '请填写验证码' } })
}

/**
 * Fails unless the password is that of the signed-in user; `failWrong` throws the failure for a wrong password. Each
 * session has five attempts of its own, so that an attacker with a stolen session token can neither guess the password
 * nor use up the attempts of the user's other sessions.
 */
export async function requirePassword(
  db: Db,
  user: SignedIn,
  hash: string | null,
  password = '',
  failWrong: () => never = failPassword,
) {
  const isRight = await guardAttempts(db, `password:${user.id} ${user.sessionId}`, {
    verify: () => isPassword(password, hash, { name: user.id, isTrusted: true }),
    refuse(wait) {
      const minutes = Math.ceil(wait / 60)
      return fail('tooMany', `密码错得太多了，请 ${minutes} 分钟后再试，或用验证码确认`, { retryAfter: wait })
    },
  })
  if (!isRight) failWrong()
}

function failPassword(): never {
  fail('invalid', '密码不对', { fields: { password: '密码不对，请核对' } })
}
