import type { auth } from '#shared/api/auth.ts'
import { fail } from '#shared/api/failure.ts'
import type { NounHandlers } from '#server/http/handlers.ts'
import { codeMail } from '#server/mail/code-mail.ts'
import { createUser } from '#server/user/create-user.ts'
import { isPassword } from '#server/user/password.ts'
import { findLogin, findUser } from '#server/user/user-queries.ts'
import { logIn } from './log-in.ts'
import { forgetLoginFailures, takeLoginTry } from './login-failure.ts'
import { deleteSession } from './session-queries.ts'
import { codeRules, issueCode, spendCode } from './verification-code.ts'

export const authHandlers: NounHandlers<typeof auth> = {
  async sendCode({ account, purpose }, { db, site, sendMail }) {
    const code = await issueCode(db, account, purpose)
    await sendMail(codeMail(site, account, purpose, code))
    return { resendAfter: codeRules.resendAfter, expiresIn: codeRules.expiresIn }
  },

  async codeLogin({ account, code }, context) {
    const { db } = context
    await spendCode(db, account, 'login', code)
    const known = await findLogin(db, account)
    // Somebody else may have created the account since it was looked up; the code shows that both are its owner.
    const id = known?.id ?? (await createUser(db, { email: account })) ?? (await findLogin(db, account))?.id
    return logIn(db, id ?? fail('unauthorized', '这个账号已经不在了'), context)
  },

  async login({ account, password }, context) {
    const { db } = context
    await takeLoginTry(db, account)
    const known = await findLogin(db, account)
    const isRight = await isPassword(password, known?.passwordHash)
    if (known === undefined || !isRight) fail('invalid', '账号或密码不对，请核对；没设过密码的账号请用验证码登录')
    await forgetLoginFailures(db, account)
    return logIn(db, known.id, context)
  },

  async loginStatus(_, { db, user }) {
    const found = user && (await findUser(db, user.id))
    if (!found) return {}
    const { id, name, email, phoneNumber } = found
    return { id, name, email, phoneNumber, rated: [] }
  },

  async logout(_, { db, token }) {
    if (token !== null) await deleteSession(db, token)
    return null
  },
}
