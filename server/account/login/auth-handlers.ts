import type { auth } from '#shared/api/account/auth.ts'
import { fail } from '#shared/api/failure.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import type { Context } from '#server/http/call/context.ts'
import { kindName } from './bind-account.ts'
import { createUser } from '#server/account/user/create-user.ts'
import { permitUpload } from '#server/account/upload/permit-upload.ts'
import { notifyUser } from '#server/account/user/notify-owner.ts'
import { findLogin, findUser } from '#server/account/user/user-queries.ts'
import { deliverCode, requireReachable } from '#server/account/code/deliver-code.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import { finishLogin } from './finish-login.ts'
import { verifyLogin } from './login-attempt.ts'
import { resetPassword } from './reset-password.ts'
import { deleteSession } from '#server/account/session/write-sessions.ts'
import { issueTicket, ticketLifetime } from '#server/account/code/ticket.ts'
import { codeRules, consumeCode, issueCode, verifyCode } from '#server/account/code/verification-code.ts'
import { listRated } from '#server/account/user/contribution-queries.ts'

/**
 * Fails as `invalid` when the signed-in user asks to bind the email address or phone number that they already have. All
 * other calls succeed, so that the answer does not reveal which accounts exist.
 */
async function requireDifferentAccount({ db, user }: Context, account: string) {
  const own = user && (await findUser(db, user.id))
  if (!own || ![own.email, own.phoneNumber].includes(account)) return
  const message = `你现在用的就是这个${kindName(account)}`
  fail('invalid', message, { fields: { account: message } })
}

export const authHandlers: NounHandlers<typeof auth> = {
  // The answer to a request for a code is the same whether or not the account exists.
  async sendCode({ account, purpose, proof }, context) {
    requireReachable(context, account)
    if (purpose === 'bind') await requireDifferentAccount(context, account)
    const { code, delivery } = await issueCode(context, { account, purpose, proof })
    if (delivery === 'awaited') await deliverCode(context, account, purpose, code)
    // The sender itself logs a failure to send the code.
    else if (delivery === 'background') deliverCode(context, account, purpose, code).catch(() => undefined)
    return { resendAfter: codeRules.resendAfter, expiresIn: codeRules.expiresIn }
  },

  async codeLogin({ account, code, mayRegister, isPublic }, context) {
    const { db } = context
    const verified = await verifyCode(context, { account, purpose: 'login', code })
    const known = await findLogin(db, account)
    if (known === undefined && !mayRegister) fail('missing', `这个${kindName(account)}还没有账号`)
    await consumeCode(db, verified)
    // A concurrent login may have created the account after the lookup, so it is looked up again. It belongs to the
    // same person, who has received the code.
    const id = known?.id ?? (await createUser(db, { account, isPublic })) ?? (await findLogin(db, account))?.id
    return finishLogin(context, id ?? fail('conflict', '这个账号刚刚注销了'))
  },

  async login({ account, password, proof }, context) {
    const { db, address } = context
    const known = await findLogin(db, account)
    const { id: userId, passwordHash } = known ?? {}
    const isRight = await verifyLogin(db, { account, userId, passwordHash, password, address, proof })
    if (known === undefined || !isRight) fail('invalid', '账号或密码不对，请核对；没设过密码的账号请用验证码登录')
    return finishLogin(context, known.id)
  },

  async verifyCode(submitted, context) {
    const { db } = context
    await consumeCode(db, await verifyCode(context, submitted))
    return { ticket: await issueTicket(db, submitted.account, submitted.purpose), expiresIn: ticketLifetime }
  },

  async resetPassword({ ticket, password }, context) {
    const userId = await resetPassword(context.db, ticket, password)
    await notifyUser(context, userId, 'passwordChanged')
    return finishLogin(context, userId)
  },

  async loginStatus(_, { db, user }) {
    const found = user && (await findUser(db, user.id))
    if (!found) return {}
    const { id, name, email, phoneNumber } = found
    return { id, name, email, phoneNumber, rated: await listRated(db, id) }
  },

  cosSign: ({ kind }, { storage, user }) => permitUpload(storage, requireUser({ user }), kind),

  async logout(_, { db, token }) {
    if (token !== null) await deleteSession(db, token)
    return null
  },
}
