import { fail } from '#shared/api/failure.ts'
import type { user } from '#shared/api/account/user.ts'
import { requireUser, failLostSession } from '#server/http/call/require-user.ts'
import { finishLogin } from '#server/account/login/finish-login.ts'
import { consumeCode, verifyCode } from '#server/account/code/verification-code.ts'
import type { Context } from '#server/http/call/context.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { bindAccount, kindName, unbindAccount } from '#server/account/login/bind-account.ts'
import { changePassword } from './change-password.ts'
import { createUser, hashNewPassword, requireUncommonPassword } from '#server/account/user/create-user.ts'
import { notifyOwner } from '#server/account/user/notify-owner.ts'
import { updateProfile } from '#server/account/user/update-profile.ts'
import { compactText } from '#server/engines/text/fold-text.ts'
import { findUser } from '#server/account/user/user-queries.ts'
import { countMyComments, countLikeSave, countMyRecommendations } from '#server/account/user/contribution-queries.ts'

export const userHandlers: NounHandlers<typeof user> = {
  async create({ account, code, password, name, isPublic }, context) {
    const { db } = context
    requireUnreservedName(context, name)
    if (password !== undefined) requireUncommonPassword(password)
    // The verification code is checked before the password is hashed, because hashing is expensive, and consumed
    // afterwards.
    const verified = await verifyCode(context, { account, purpose: 'register', code })
    const passwordHash = password === undefined ? null : await hashNewPassword(password, account)
    await consumeCode(db, verified)
    const id = await createUser(db, { account, name, passwordHash, isPublic })
    const taken = `这个${kindName(account)}已经注册过，请直接登录`
    return finishLogin(context, id ?? fail('conflict', taken, { fields: { account: '已经注册过' } }))
  },

  async show(_, context) {
    const { db } = context
    const { id } = requireUser(context)
    const [user, likeSave, recommends, comments] = await Promise.all([
      findCaller(context),
      countLikeSave(db, id),
      countMyRecommendations(db, id),
      countMyComments(db, id),
    ])
    return { ...user, counters: { ...likeSave, recommends, comments } }
  },

  async update(fields, context) {
    requireUnreservedName(context, fields.name)
    await updateProfile(context.db, requireUser(context).id, fields)
    return findCaller(context)
  },

  async changePassword(change, context) {
    await changePassword(context.db, requireUser(context), context.token, change)
    const user = await findCaller(context)
    notifyOwner(context, user.email, 'passwordChanged')
    return user
  },

  async bind({ ticket }, context) {
    const before = await findCaller(context)
    await bindAccount(context.db, before.id, ticket)
    const user = await findCaller(context)
    if (user.email !== before.email) notifyOwner(context, before.email, 'emailChanged')
    if (user.phoneNumber !== before.phoneNumber)
      notifyOwner(context, user.email, before.phoneNumber === null ? 'phoneAdded' : 'phoneChanged')
    return user
  },

  async unbind({ kind }, context) {
    const { email, wasBound } = await unbindAccount(context.db, requireUser(context).id, kind)
    if (wasBound) notifyOwner(context, email, kind === 'email' ? 'emailUnbound' : 'phoneUnbound')
    return findCaller(context)
  },
}

/**
 * Fails as `invalid` when a user would seem to speak for the site, because their name contains the name of the site or
 * of its staff, in whatever characters and with whatever between them.
 */
function requireUnreservedName({ site }: Context, name = '') {
  const reserved = '这个名字留给了站点自己，请换一个'
  const folded = compactText(name)
  if (['管理员', '编辑部', '官方', site.name].some((word) => folded.includes(compactText(word))))
    fail('invalid', reserved, { fields: { name: reserved } })
}

async function findCaller(context: Context) {
  return (await findUser(context.db, requireUser(context).id)) ?? failLostSession()
}
